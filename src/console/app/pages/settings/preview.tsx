// The brand as people see it on a page and in a mail, updated while the reader types.
import { words } from './words.ts'

export type Brand = {
  readonly name: string
  readonly colour: string
  readonly logo: string
  readonly privacyUrl: string
}

const usualColour = '#2b59c3'

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The colour of text that is easier to read on `colour`. */
const textOn = (colour: string) => (luminanceOf(colour) > 0.179 ? '#000000' : '#ffffff')

export function Preview({ brand: { name, colour, logo, privacyUrl } }: { brand: Brand }) {
  const ground = /^#[\da-f]{6}$/i.test(colour) ? colour : usualColour
  const button = { background: ground, color: textOn(ground) }
  const head = logo === '' ? <strong>{name}</strong> : <img src={logo} alt={name} />
  return (
    <section class="stack" aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <figure>
        <figcaption class="small soft">{words.page}</figcaption>
        <div class="stack box settings-page">
          {head}
          <strong class="title">{words.pageTitle}</strong>
          <p>{words.pageText(name)}</p>
          <span class="settings-button" style={button}>
            {words.pageButton}
          </span>
          {privacyUrl !== '' && <p class="small soft">{words.privacy}</p>}
        </div>
      </figure>
      <figure>
        <figcaption class="small soft">{words.mail}</figcaption>
        <div class="stack box settings-page">
          {head}
          <strong class="title">{words.mailTitle}</strong>
          <p class="sunken settings-code">123456</p>
          <span class="settings-button" style={button}>
            {words.mailButton}
          </span>
        </div>
      </figure>
    </section>
  )
}
