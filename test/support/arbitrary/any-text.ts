import fc from 'fast-check'

/** Any code point except surrogates: like fast-check’s `binary` unit, which would list all of them first. */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code))
