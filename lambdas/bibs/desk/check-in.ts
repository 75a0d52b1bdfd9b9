import type { Codes, Desk, JudgedScan, Scan, ScanBatch, Scanners } from '../ports';

/**
 * Something that a desk did: to somebody who showed a code, or whom staff found in the list and whose document they looked at. `by`: who
 * was at the desk, as `Scanners` signed it.
 */
export type SentScan = Omit<Scan, 'registrationId' | 'proof' | 'codeVersion' | 'staffId'> & { readonly by?: string } & (
    | { readonly code: string; readonly registrationId?: undefined }
    | { readonly registrationId: string; readonly code?: undefined }
  );

export type SentBatch = Omit<ScanBatch, 'scans'> & { readonly scans: readonly SentScan[] };

/** Takes what a desk did. A scan that is sent again is there once. Undefined: there is no such race. */
export type CheckIn = (batch: SentBatch) => Promise<readonly JudgedScan[] | undefined>;

interface Needs {
  readonly desk: Pick<Desk, 'take'>;
  readonly codes: Pick<Codes, 'read'>;
  readonly scanners: Pick<Scanners, 'read'>;
}

export const checkIn =
  ({ desk, codes, scanners }: Needs): CheckIn =>
  async ({ scans, ...batch }) => {
    const read = await Promise.all(
      scans.map(async ({ code, registrationId, by, ...rest }): Promise<Scan | string> => {
        const staffId = by === undefined ? undefined : await scanners.read(batch.raceId, by);
        const scan = { ...rest, ...(staffId !== undefined && { staffId }) };
        if (code === undefined) return { ...scan, registrationId, proof: 'document' };
        const known = await codes.read(batch.raceId, code);
        if (!known) return scan.id;
        const { isSigned, ...of } = known;
        return { ...scan, ...of, proof: isSigned ? 'code' : 'forged' };
      }),
    );
    const judged = await desk.take({ ...batch, scans: read.filter((scan) => typeof scan !== 'string') });
    const byId = new Map(judged?.map((scan) => [scan.id, scan]));
    return judged && scans.map(({ id }) => byId.get(id) ?? { id, registrationId: '', verdict: 'foreign' });
  };
