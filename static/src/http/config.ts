import * as v from 'valibot';

/** `config.json`, which the deployment writes beside the page. */
export const config = v.object({
  processor: v.object({
    /** `sandbox`: no money moves. */
    kind: v.string(),
    url: v.string(),
    /** The processor's script for browsers. It shows the fields of the card and the bank's question. */
    script: v.string(),
    publishableKey: v.string(),
  }),
});

export type Config = v.InferOutput<typeof config>;
