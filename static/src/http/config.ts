import * as v from 'valibot';

/** `config.json`, which the deployment writes beside the page. */
export const config = v.object({
  processor: v.object({
    /** `sandbox` shows the test cards. */
    kind: v.string(),
    url: v.string(),
    publishableKey: v.string(),
  }),
});

export type Config = v.InferOutput<typeof config>;
