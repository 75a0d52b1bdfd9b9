/** The mails that a race sends, about people who do not exist. Their links lead to nothing. */
export interface MailSamplesMessage {
  readonly mails: readonly {
    readonly template: string;
    /** Of its language: https://www.rfc-editor.org/rfc/rfc5646 */
    readonly lang: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
  }[];
}
