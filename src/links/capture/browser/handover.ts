// The handover from a computer to a phone: its secret is in the fragment of the URL, which browsers do not send.
import { type Listeners, readData, report } from './page.ts'

type Data = Listeners & { using: string; gone: string }
const { using, gone, ...listeners } = readData<Data>()
const secret = new URLSearchParams(location.hash.slice(1)).get('k')

async function exchange(k: string): Promise<void> {
  const line = document.querySelector('main p')
  if (line) {
    line.setAttribute('role', 'status')
    line.textContent = using
  }
  history.replaceState(null, '', '/c')
  const answer = await fetch('/c/step/exchange', {
    method: 'POST',
    body: new URLSearchParams({ k }),
  }).catch(() => undefined)
  if (answer?.ok) location.replace(((await answer.json()) as { to: string }).to)
  else if (line) line.textContent = gone
}

if (secret !== null) void exchange(secret)
// This page appears in a frame where the browser stores no cookie: the client’s page then offers another way.
else report(listeners, 'BLOCKED')
