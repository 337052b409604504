// Chooses the version for new runs, with the present and the new state and a reason; and shows a roll-out that waits for
// a second person, with what to check before confirming.
import { useState } from 'preact/hooks'
import type { ListedName } from '#src/journey/registry/schema.ts'
import { api, stale } from '../../api/query.ts'
import { faultAt, Field, FormDialog, textOf } from '../../parts/form.tsx'
import { Pairs } from '../../parts/page.tsx'
import { notify } from '../../shell/notices.tsx'
import { session, can } from '../../shell/session.ts'
import { Live } from '../packs/index.tsx'
import { allPacks, packPage, packPath, mainVersion } from '../packs/paths.ts'
import { words } from '../packs/words.ts'
import { Badge, Time } from '../../parts/inline.tsx'
import { AskedButton } from '../../parts/acts.tsx'

type LiveChange = {
  readonly version: number
  readonly percent: number
  readonly shadow?: number | undefined
  readonly message: string
}

/** Rolls the version out, and reports whether it is live or waits for a second person. */
async function putLive(name: string, change: LiveChange): Promise<void> {
  const answer = await api.put<object>(packPath(name, 'live'), change)
  stale(allPacks)
  notify('awaiting' in answer ? words.nowAwaits : words.rolledOut)
}

type RollOutProps = {
  readonly pack: ListedName
  readonly version: number
  readonly onClose: () => void
}

export function RollOut({ pack, version: first, onClose }: RollOutProps) {
  const { mode, tenant } = session()
  const isThere = pack.versions.some((one) => one.version === first)
  const [version, setVersion] = useState(isThere ? first : undefined)
  const [percent, setPercent] = useState(100)
  const { name, live, versions } = pack
  const run = (values: FormData) => {
    if (version === undefined) throw faultAt('version', words.noVersion(first))
    const shadow = Number(values.get('shadow')) || undefined
    return putLive(name, { version, percent, shadow, message: textOf(values, 'message') })
  }
  const options = versions.toReversed().map(({ version: one, message }) => ({
    value: String(one),
    label: [`v${one}`, message?.slice(0, 60)].filter(Boolean).join(' · '),
  }))
  const main = live.find((one) => one.version !== version)?.version
  const rest = live.map((one) => words.share(one.version, one.percent)).join(' · ') || '–'
  return (
    <FormDialog
      title={`${words.rollOut}: ${name}`}
      lead={
        <p class="note" data-kind={mode === 'live' ? 'bad' : 'info'}>
          <strong>{mode === 'live' ? words.modeLive : words.modeSandbox}</strong> {tenant}
        </p>
      }
      submit={words.rollOut}
      run={run}
      onClose={onClose}
    >
      <Field
        name="version"
        label={words.version}
        value={String(version ?? '')}
        options={isThere ? options : [{ value: '', label: words.noVersion(first) }, ...options]}
        onInput={(value) => setVersion(Number(value) || undefined)}
        required
      />
      <Field
        name="percent"
        label={words.percent}
        kind="number"
        min={1}
        max={100}
        value={String(percent)}
        onInput={(value) => setPercent(Number(value))}
        required
      />
      <Field
        name="shadow"
        label={words.beside}
        value={String(pack.shadow ?? '')}
        options={[{ value: '', label: words.none }, ...options]}
      />
      <Field
        name="message"
        label={words.why}
        hint={words.whyHint}
        kind="textarea"
        maxLength={500}
        required
      />
      <Pairs
        items={[
          [words.now, <Live live={live} />],
          [
            words.afterwards,
            version === undefined ? (
              <Live live={live} />
            ) : (
              <strong>{words.after(version, percent, rest)}</strong>
            ),
          ],
        ]}
      />
      <p class="soft small">
        {words.running}{' '}
        {main !== undefined && version !== undefined && (
          <a href={packPage(name, `?tab=difference&from=${main}&version=${version}`)}>
            {words.differs}
          </a>
        )}
      </p>
    </FormDialog>
  )
}

type AwaitingProps = {
  readonly pack: ListedName
  readonly awaiting: NonNullable<ListedName['awaiting']>
}

export function Awaiting({ pack, awaiting }: AwaitingProps) {
  const { subject, tenant } = session()
  const { name, live } = pack
  const { version, percent, shadow, message, by, until } = awaiting
  const isMine = by === (subject ?? tenant)
  const agree = () => putLive(name, { version, percent, shadow, message: message ?? '–' })
  const refuse = async () => {
    await api.delete(packPath(name, 'awaiting'))
    stale(allPacks)
    notify(words.refused)
  }
  const rest = live.map((one) => words.share(one.version, one.percent)).join(' · ') || '–'
  const what = words.after(version, percent, rest)
  const way = (tab: string, label: string, more = '') => (
    <a href={packPage(name, `?tab=${tab}&version=${version}${more}`)}>{label}</a>
  )
  return (
    <div class="card stack pack-awaiting">
      <p>
        <Badge kind="warn">{words.awaits}</Badge> <strong>{words.asked(by, what)}</strong>{' '}
        {message && <q>{message}</q>}{' '}
        <span class="soft">
          {words.until} <Time at={until} exact />
        </span>
      </p>
      <p>
        {isMine ? words.needsOther : words.toCheck}{' '}
        {live.length > 0 && [
          way('difference', words.difference, `&from=${mainVersion(pack)}`),
          ' · ',
        ]}
        {way('cases', words.casesOf)} · {way('backtests', words.tryIt)}
      </p>
      {can('packs:live') && (
        <div class="acts">
          {!isMine && (
            <AskedButton kind="main" title={words.agreeTitle} act={words.agree} run={agree}>
              <p>
                <strong>
                  {name}: {what}
                </strong>
              </p>
              <p>{words.running}</p>
            </AskedButton>
          )}
          <AskedButton
            kind="plain"
            title={words.refuseTitle}
            act={isMine ? words.takeBack : words.refuse}
            run={refuse}
          >
            <p>{words.refuseText}</p>
          </AskedButton>
        </div>
      )}
    </div>
  )
}
