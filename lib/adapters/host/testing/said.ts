/**
 * What a host's published types allow it to say, where a stand-in says only a part: each field that it says exists, and is of the
 * kind that it must be.
 */
export type Said<Documented> = Documented extends readonly (infer Item)[]
  ? readonly Said<Item>[]
  : Documented extends Date
    ? string
    : Documented extends object
      ? { readonly [Field in keyof Documented]?: Said<Documented[Field]> }
      : Documented
