declare module 'snappyjs' {
  /** Throws for what is no block, and for one that would have more bytes than `maxLength`. */
  export function uncompress<Bytes extends Uint8Array>(compressed: Bytes, maxLength: number): Bytes
  export function compress<Bytes extends Uint8Array>(uncompressed: Bytes): Bytes
}
