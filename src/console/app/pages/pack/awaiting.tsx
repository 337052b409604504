// A roll-out that waits for a second person: who asked for it, its content, its deadline, and what to check before
// confirming.
import type { ListedName } from '#src/journey/registry/schema.ts'
import { api, stale } from '../../api/query.ts'
import { Badge, Time } from '../../parts/inline.tsx'
import { AskedButton } from '../../parts/acts.tsx'
import { notify } from '../../shell/notices.tsx'
import { can, session } from '../../shell/session.ts'
import { allPacks, mainVersion, packPage, packPath } from '../packs/paths.ts'
import { words } from '../packs/words.ts'
import { putLive } from './roll-out.tsx'

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
