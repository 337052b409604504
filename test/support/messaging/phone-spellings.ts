// All ways to write a Brazilian mobile number.

export type Mobile = {
  readonly area: string
  /** Nine digits. */
  readonly number: string
}

export const toE164 = ({ area, number }: Mobile): string => `+55${area}${number}`

/** The number in the form of a request. */
export const toPhone = ({ area, number }: Mobile, verified = false) => ({
  countryCode: 55,
  areaCode: Number(area),
  number: Number(number),
  verified,
})

/** With and without country, area and ninth digit, with and without punctuation. */
export function spellMobile({ area, number }: Mobile): string[] {
  const old = number.slice(1)
  const bare = [number, old].flatMap((one) => [`55${area}${one}`, `${area}${one}`, one])
  const [front, back] = [old.slice(0, 4), old.slice(4)]
  return [...bare, `${front}-${back}`, `${front} ${back}`]
}
