import type { PreviewScript } from './world';

/** The addresses of the style sheets that a preview is shown with. The build writes them here. */
declare const previewSheetsOfBuild: readonly string[];

export const previewSheets = (): readonly string[] => previewSheetsOfBuild;

/** A build of its own (`static/build-preview.ts`): here it is a file beside the console's. */
export const loadPreview = (): Promise<PreviewScript> => import('./runner/main');
