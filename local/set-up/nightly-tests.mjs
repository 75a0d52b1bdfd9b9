/**
 * What `npm test` leaves to `npm run nightly`: a whole deployment and whole openings with faults, because each takes minutes;
 * benchmarks on a whole system, because they protect nothing that runners meet; what judges other tests and templates, such as
 * mutants and linters; the many worlds of a line; and in a real browser the screens and detours beside the one way through each feature.
 */
export const nightlyTests = [
  'test/deploy/deploy.test.ts',
  'test/faults/short.test.ts',
  'test/bench/figures/whole-benchmarks.test.ts',
  'test/simulator/mutants/forms.test.ts',
  'test/simulator/mutants/mutants.test.ts',
  'test/line/world/many-worlds.test.ts',
  'test/lib/changes/changes.test.ts',
  'test/lib/templates.test.ts',
  'test/browser/accessibility/forms.test.ts',
  'test/browser/accessibility/paying-and-giving.test.ts',
  'test/browser/accessibility/after-the-rush.test.ts',
  'test/browser/authentication.test.ts',
  'test/browser/card-form.test.ts',
  'test/browser/coming-back.test.ts',
  'test/browser/console/files.test.ts',
  'test/browser/console/form-editor.test.ts',
  'test/browser/console/participants.test.ts',
  'test/browser/console/preview.test.ts',
  'test/browser/console/sales.test.ts',
  'test/browser/crowded.test.ts',
  'test/browser/detours.test.ts',
  'test/browser/draw.test.ts',
  'test/browser/form.test.ts',
  'test/browser/giving.test.ts',
  'test/browser/group/group-detours.test.ts',
  'test/browser/languages.test.ts',
  'test/browser/offers.test.ts',
  'test/browser/sign.test.ts',
  'test/browser/taking-over-fee.test.ts',
  'test/browser/taking-over-form.test.ts',
  'test/browser/taking-over.test.ts',
  'test/loadtest/ui/browser.test.ts',
];
