// One setting as a field; an empty field has the deployment's value, which is shown.
import { useState } from 'preact/hooks'
import { Button } from '../../parts/inline.tsx'
import { Field } from '../../parts/form.tsx'
import { inLanguage } from '../../words/words.ts'
import type { Setting } from './catalogue.ts'
import { toField } from './values.ts'
import { words } from './words.ts'

type LogoProps = Record<'name' | 'label' | 'hint' | 'value', string> & { disabled: boolean }

type FieldProps = {
  readonly setting: Setting
  readonly own: unknown
  readonly effective: unknown
  readonly disabled: boolean
}

export function SettingField({ setting, own, effective, disabled }: FieldProps) {
  const { name, kind, options = [], min, max } = setting
  const [label = name, hint = ''] = [setting.label, setting.hint].map(inLanguage)
  const choices: Readonly<Record<string, string>> = words.choice
  const choose = (value: string) => (kind === 'choice' ? choices[value] : undefined) ?? value
  const say = (value: unknown) =>
    typeof value === 'boolean' ? (value ? words.answers.true : words.answers.false) : choose(toField(value).replaceAll('\n', ', ')) // prettier-ignore
  const said = effective === undefined ? '' : say(effective)
  const usual = said === '' ? words.unset : words.usual(said)
  const shared = { name, label, disabled, value: toField(own) }
  if (kind === 'logo') return <Logo {...shared} hint={hint} />
  if (kind === 'yes-no' || kind === 'choice') {
    const values = kind === 'choice' ? options : ['true', 'false']
    const names = values.map((value) => ({ value, label: kind === 'choice' ? choose(value) : value === 'true' ? words.answers.true : words.answers.false })) // prettier-ignore
    const unset = { value: '', label: own === undefined ? usual : '–' }
    return <Field {...shared} hint={hint} options={[unset, ...names]} />
  }
  const more = {
    placeholder: own === undefined ? usual : '',
    hint: kind === 'lines' ? `${hint} ${words.aLine}` : hint,
  }
  if (kind === 'lines' || kind === 'long')
    return <Field {...shared} {...more} kind="textarea" maxLength={max} />
  if (kind === 'number' || kind === 'decimal')
    return <Field {...shared} {...more} kind="number" min={min} max={max} />
  return <Field {...shared} {...more} maxLength={max} />
}

/** A logo chosen as a file and stored as a data URL in a hidden field. */
function Logo({ name, label, hint, value, disabled }: LogoProps) {
  const [logo, setLogo] = useState(value)
  const read = (file: File | undefined) => {
    if (!file) return
    const reader = new FileReader()
    reader.addEventListener('load', () => typeof reader.result === 'string' && setLogo(reader.result)) // prettier-ignore
    reader.readAsDataURL(file)
  }
  return (
    <div class="field">
      <label for="settings-logo">{label}</label>
      <input
        class="input"
        id="settings-logo"
        type="file"
        disabled={disabled}
        aria-describedby="settings-logo-hint"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        onChange={({ currentTarget }) => read(currentTarget.files?.[0])}
      />
      <input type="hidden" name={name} value={logo} />
      <div class="hint" id="settings-logo-hint">
        {hint}
      </div>
      {logo !== '' && !disabled && (
        <Button kind="quiet" onClick={() => setLogo('')}>
          {words.removeLogo}
        </Button>
      )}
    </div>
  )
}
