// Posts a message to the page that opened this one, and to no other, when the person is done.
import { readData } from './page.ts'

const { origin } = readData<{ origin: string }>()
window.opener?.postMessage({ source: 'atesta-capture', status: 'COMPLETED' }, origin)
