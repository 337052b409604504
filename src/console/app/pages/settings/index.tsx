// The settings of the tenant: the effective ones, which of them are its own, and the last change.
import { useState } from 'preact/hooks'
import type { AuditPage } from '#src/platform/audit/schema.ts'
import { api, problemOf, stale, useQuery } from '../../api/query.ts'
import { Code, Time } from '../../parts/inline.tsx'
import { Form, textOf } from '../../parts/form.tsx'
import { Page as Frame, Waiting } from '../../parts/page.tsx'
import { Aside } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { can, session } from '../../shell/session.ts'
import { type Section, sectionNames, sections, type Setting } from './catalogue.ts'
import { fromField, toField, type Values, valueAt, withValue } from './values.ts'
import { type Brand, Preview } from './preview.tsx'
import { SettingField } from './setting-field.tsx'
import './settings.css'
import { words } from './words.ts'

type Settings = {
  readonly tenant: string
  readonly changeable: boolean
  readonly changedAt?: string
  readonly effective: Values
  readonly own: Values
  readonly awaiting?: { readonly expiresAt: string; readonly byCaller: boolean }
}

export const Page = () => (
  <Frame name="settings" lead={words.lead}>
    <Shown />
  </Frame>
)

function Shown() {
  const [{ section }] = useAddress(['section'])
  const { data, problem } = useQuery('settings', () => api.get<Settings>('/v1/settings'))
  if (!data) return <Waiting problem={problem} />
  const chosen = sectionNames.find((one) => one === section) ?? 'brand'
  const mayChange = data.changeable && can('tenants:admin')
  return (
    <Aside
      label={words.sections}
      ways={words.name}
      chosen={chosen}
      hrefOf={(id) => `/console/settings?section=${id}`}
    >
      <div class="stack settings-body">
        <p>{words.about[chosen]}</p>
        {!mayChange && (
          <p class="note" data-kind="info">
            {data.changeable ? words.lacks : words.fixed}
          </p>
        )}
        {data.awaiting && (
          <p class="note" data-kind="warn">
            {data.awaiting.byCaller ? words.awaitingYou : words.awaitingOther}{' '}
            <Time at={data.awaiting.expiresAt} exact />
          </p>
        )}
        <SectionForm
          key={`${chosen} ${data.changedAt}`}
          section={chosen}
          settings={data}
          mayChange={mayChange}
        />
        {data.changedAt && <Changed tenant={data.tenant} at={data.changedAt} />}
      </div>
    </Aside>
  )
}

type FormProps = {
  readonly section: Section
  readonly settings: Settings
  readonly mayChange: boolean
}

function SectionForm({ section, settings: { tenant, own, effective }, mayChange }: FormProps) {
  const fields: readonly Setting[] = sections[section]
  const [brand, setBrand] = useState<Brand>()
  const save = async (values: FormData) => {
    const answer = await saveSection({ tenant, own, fields }, values)
    notify('awaiting' in answer ? words.awaits : words.saved)
    stale('settings')
  }
  const brandOf = (read: (name: string) => string): Brand => ({
    name: read('brand') || toField(effective['brand']),
    colour: read('link/colour') || toField(valueAt(effective, 'link/colour')),
    logo: read('link/logo'),
    privacyUrl: read('link/privacyUrl'),
  })
  const shown = brand ?? brandOf((name) => toField(valueAt(effective, name)))
  const form = (
    <Form submit={words.save} run={save}>
      {fields.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          own={valueAt(own, setting.name)}
          effective={valueAt(effective, setting.name)}
          disabled={!mayChange}
        />
      ))}
    </Form>
  )
  if (section !== 'brand') return form
  return (
    <div
      class="split"
      onInput={({ currentTarget }) => {
        const typed = new FormData(currentTarget.querySelector('form') ?? undefined)
        setBrand(brandOf((name) => textOf(typed, name)))
      }}
    >
      {form}
      <Preview brand={shown} />
    </div>
  )
}

/**
 * Keeps what others changed meanwhile: the registration is read again, and only the fields changed here are replaced.
 */
async function saveSection(
  { tenant, own, fields }: { tenant: string; own: Values; fields: readonly Setting[] },
  typed: FormData,
): Promise<object> {
  const path = `/v1/tenants/${tenant}`
  const now = await api
    .get<{ registration: Values }>(path)
    .then(({ registration }) => registration)
    .catch((error: unknown) => {
      // A tenant that is not registered yet has no settings of its own.
      if (problemOf(error).status === 404) return {}
      throw error
    })
  let next: Values = now
  for (const { name, kind } of fields) {
    const text = textOf(typed, name)
    if (text === toField(valueAt(own, name))) continue
    next = withValue(next, name.split('/'), fromField(kind, text))
    // The API demands `covers` in a duty, so a new one gets an empty list.
    const duty = /^data\/duties\/\w+/.exec(name)?.[0]
    if (duty && text === '') next = withValue(next, duty.split('/'), undefined)
    else if (duty) next = withValue(next, [...duty.split('/'), 'covers'], valueAt(next, `${duty}/covers`) ?? []) // prettier-ignore
  }
  return api.put<object>(path, next)
}

/** The person who changed them, for readers with access to the audit. */
function Changed({ tenant, at }: { tenant: string; at: string }) {
  const { actor } = session()
  const since = new Date(Date.parse(at) - 5_000).toISOString()
  const { data } = useQuery(can('audit:read') ? `settings-audit ${at}` : undefined, () =>
    api.get<(typeof AuditPage)['_zod']['output']>('/v1/audit', { object: tenant, since }),
  )
  const last = data?.entries.findLast(({ action }) => action.startsWith('tenant.'))?.actor.id
  return (
    <p class="soft small">
      {words.changed}: <Time at={at} />
      {last && (
        <>
          {' '}
          {words.by} {last === actor ? words.you : <Code text={last} short />}
        </>
      )}
    </p>
  )
}
