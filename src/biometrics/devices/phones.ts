// Finds the model and maker of a phone. Client hints name only the model, so the maker is recognised by how makers name
// their models.

const makers: readonly (readonly [maker: string, models: RegExp])[] = [
  ['Apple', /^(?:iPhone|iPad|iPod|Macintosh)/],
  ['Samsung', /^(?:SM-|GT-|SCH-|SGH-|SHV-|SHW-|Galaxy)/i],
  ['Motorola', /^(?:moto|XT\d{4})/i],
  ['Xiaomi', /^(?:Xiaomi|Redmi|POCO|MIX?\b|HM |M2\d{3}|2\d{4,7}[A-Z]*[A-Z0-9]{1,4}$)/i],
  ['Google', /^(?:Pixel|Nexus)/i],
  ['LG', /^(?:LG|LM-)/i],
  ['Asus', /^(?:Asus|Zenfone|ROG Phone)/i],
  ['Huawei', /^(?:Huawei|[A-Z]{3}-(?:L|LX|AL|TL)\d)/i],
  ['Honor', /^Honor/i],
  ['Realme', /^(?:Realme|RMX\d)/i],
  ['OPPO', /^(?:Oppo|CPH\d)/i],
  ['OnePlus', /^(?:OnePlus|GM19|HD19|IN20|KB20|LE21)/i],
  ['Vivo', /^(?:vivo|V\d{4})/i],
  ['Sony', /^(?:Xperia|XQ-|[A-J]\d{4}$)/i],
  ['Nokia', /^(?:Nokia|TA-\d)/i],
  ['Infinix', /^Infinix/i],
  ['Tecno', /^Tecno/i],
  ['Lenovo', /^Lenovo/i],
  ['ZTE', /^ZTE/i],
  ['TCL', /^(?:TCL|Alcatel)/i],
  ['Positivo', /^(?:Positivo|Twist)/i],
  ['Multilaser', /^(?:Multilaser|MS\d{2})/i],
]

export const makerOf = (model: string): string =>
  makers.find(([, models]) => models.test(model))?.[0] ?? ''

const apple = /\((iPhone|iPad|iPod|Macintosh);/
/**
 * The text after the version, without the language that some browsers write before it and the build that some write
 * after it.
 */
const android =
  /Android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?(?:SAMSUNG )?([^;]{1,60}?)(?: Build\/[^;)]*)?(?:; wv)?(?:;|\) )/i
/** Words that browsers send in place of a model. */
const none = new Set(['K', 'Mobile', 'Tablet'])

/** The model that a user agent names; empty when it names none. */
export function modelIn(ua: string): string {
  const named = apple.exec(ua)?.[1] ?? android.exec(ua)?.[1] ?? ''
  return none.has(named) ? '' : named
}
