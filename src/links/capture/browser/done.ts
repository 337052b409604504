// Tells the page that has opened this one, and no other, that the person is done.
import { readData } from './page.ts'

const { origin } = readData<{ origin: string }>()
window.opener?.postMessage({ source: 'atesta-capture', status: 'COMPLETED' }, origin)
