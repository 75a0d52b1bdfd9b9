/** The answers to commands about what a registration asks for and sells. In a dry run, what would be. */
export type FormAnswer =
  /** `isNew`: false when the last revision has this content already. */
  | {
      readonly savedForm: {
        readonly raceId: string;
        readonly revision: number;
        readonly isNew: boolean;
        readonly dryRun: boolean;
      };
    }
  /**
   * `before`: the revision that runners saw until now. `members`: registrations of before that its limit groups bind from now on
   * (`counted`), and those of people who have another spot in their group and keep both (`several`).
   */
  | {
      readonly publishedForm: {
        readonly raceId: string;
        readonly revision: number;
        readonly before?: number;
        readonly members?: { readonly counted: number; readonly several: number };
        readonly dryRun: boolean;
      };
    }
  /** `hash` names the text in a form. `isNew`: false when the race had this text before. */
  | {
      readonly savedDocument: {
        readonly raceId: string;
        readonly kind: string;
        readonly hash: string;
        readonly isNew: boolean;
        readonly dryRun: boolean;
      };
    }
  /** How many people this put on the list, or took off. */
  | { readonly allowed: { readonly eventId: string; readonly changed: number; readonly dryRun: boolean } }
  /** `units` are more than `stock` while claimed ones above it have not come back. */
  | {
      readonly stock: {
        readonly raceId: string;
        readonly variant: string;
        readonly stock: number;
        readonly before: number;
        readonly units: number;
        readonly given: number;
        readonly dryRun: boolean;
      };
    };
