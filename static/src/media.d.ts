/** The address of a file, with its hash in its name. `static/build.ts` has the list of kinds. */
declare module '*.png' {
  const url: string;
  export default url;
}
declare module '*.jpg' {
  const url: string;
  export default url;
}
declare module '*.webp' {
  const url: string;
  export default url;
}
declare module '*.avif' {
  const url: string;
  export default url;
}
declare module '*.woff2' {
  const url: string;
  export default url;
}
declare module '*.svg' {
  const url: string;
  export default url;
}
/** A style sheet that one page names itself. Not in the list: `static/build.ts` says which. */
declare module '*.css' {
  const url: string;
  export default url;
}
