// The navigation at the side, with the pages that the session may read.
import { useLocation } from 'preact-iso'
import { useAct } from '../api/query.ts'
import { Button } from '../parts/inline.tsx'
import { signOut, can, session } from './session.ts'
import { useGo } from './address.ts'
import { useShortcut } from './shortcuts.tsx'
import { type PageName, words } from './words.ts'

type Entry = {
  readonly name: PageName
  readonly path: string
  /** One of these scopes is enough; without any, everybody may open the page. */
  readonly scopes?: readonly string[]
  readonly key: string
  /** Set for the first entry of a group. */
  readonly begins?: true
  readonly mode?: 'sandbox'
}

const entries: readonly Entry[] = [
  { name: 'work', path: '/console', key: 'g w' },
  { name: 'transactions', path: '/console/transactions', scopes: ['reports:read'], key: 'g t' },
  { name: 'reviews', path: '/console/reviews', scopes: ['reviews:write'], key: 'g r' },
  { name: 'packs', path: '/console/packs', key: 'g p', begins: true },
  { name: 'lists', path: '/console/lists', scopes: ['lists:write'], key: 'g l' },
  { name: 'messages', path: '/console/messages', key: 'g m' },
  { name: 'webhooks', path: '/console/webhooks', scopes: ['webhooks:write', 'reports:read'], key: 'g h', begins: true }, // prettier-ignore
  { name: 'endpoints', path: '/console/endpoints', scopes: ['endpoints:write'], key: 'g e' },
  { name: 'settings', path: '/console/settings', scopes: ['reports:read', 'tenants:admin'], key: 'g s', begins: true }, // prettier-ignore
  { name: 'keys', path: '/console/keys', key: 'g k' },
  { name: 'audit', path: '/console/audit', scopes: ['audit:read'], key: 'g a' },
  { name: 'sandbox', path: '/console/sandbox', key: 'g b', begins: true, mode: 'sandbox' },
]

/** `/console/packs/x/edit` belongs to the packs. */
const isOf = (path: string, entry: Entry): boolean =>
  path === entry.path || (entry.path !== '/console' && path.startsWith(`${entry.path}/`))

export function Navigation({ isOpen }: { isOpen: boolean }) {
  const { path } = useLocation()
  const { mode } = session()
  const allowed = entries.filter(
    (entry) =>
      (entry.scopes?.some(can) ?? true) && (entry.mode === undefined || entry.mode === mode),
  )
  return (
    <nav class="shell-side" aria-label={words.pages} id="pages" data-open={isOpen || undefined}>
      <ul>
        {allowed.map((entry) => (
          <li key={entry.name} class={entry.begins && 'begins'}>
            <a href={entry.path} aria-current={isOf(path, entry) ? 'page' : undefined}>
              {words.page[entry.name]}
            </a>
            <Way entry={entry} />
          </li>
        ))}
        <li class="begins">
          <a href="/docs" target="_blank" rel="noreferrer">
            {words.docs} ↗
          </a>
        </li>
        <li class="begins shell-narrow">
          <SignOut />
        </li>
      </ul>
    </nav>
  )
}

/** Shown in the head, or among the pages if the head is too narrow. */
export function SignOut() {
  const { act, busy } = useAct(signOut)
  return (
    <Button kind="quiet" busy={busy} onClick={() => void act()}>
      {words.signOut}
    </Button>
  )
}

/** Registers the shortcut of one page. */
function Way({ entry }: { entry: Entry }) {
  const go = useGo()
  useShortcut(entry.key, words.goTo(words.page[entry.name]), () => go(entry.path))
  return null
}
