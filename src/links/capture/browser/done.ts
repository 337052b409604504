// Reports the end of the link to the page that opened this one or frames it. Browsers deliver the message to these
// origins only.
import { type Listeners, readData, report } from './page.ts'

const { status, ...listeners } = readData<Listeners & { status: string }>()
report(listeners, status)
