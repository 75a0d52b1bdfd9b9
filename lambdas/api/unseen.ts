/**
 * Within the brackets of a pattern with the flag `u`: control and bidirectional override characters, annotations between
 * lines, and tags. Nobody sees them, and they change how the text around them is read.
 */
export const unseen = '\\p{Cc}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
