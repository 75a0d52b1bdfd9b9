import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The steps can be read without a sheet that does not come. In milliseconds. */
const longestWaitMs = 3_000;

interface StyledProps {
  /** Their addresses. They stay the same. */
  readonly sheets: readonly string[];
  readonly children: ComponentChildren;
}

/** Shows what needs these style sheets once they are here: a sheet that comes later moves a button while it is pressed. */
export const Styled = ({ sheets, children }: StyledProps) => {
  const [here, setHere] = useState<readonly string[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setHere(sheets), longestWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {sheets.map((sheet) => {
        const came = () => setHere((before) => [...before, sheet]);
        return <link key={sheet} rel="stylesheet" href={sheet} onLoad={came} onError={came} />;
      })}
      {sheets.every((sheet) => here.includes(sheet)) && children}
    </>
  );
};
