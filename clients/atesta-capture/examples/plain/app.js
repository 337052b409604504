// A client's page. Its own server has made the link, and reads the result: what is said here are hints.
import { CaptureError, finishRedirect, openVerification, startRedirect } from 'atesta-capture'

const find = (id) => document.getElementById(id)
const say = (text) => (find('status').textContent = text)
const note = (event) => {
  const line = document.createElement('li')
  line.textContent = Object.values(event).join(' ')
  find('events').append(line)
}

/** From the client's own server, which asks `POST /v1/transaction/{id}/lvs`. */
const { link, state } = await (await fetch('/verification')).json()

let stopping = new AbortController()
find('stop').addEventListener('click', () => stopping.abort())

for (const mode of ['popup', 'frame', 'qr'])
  find(mode).addEventListener('click', () => void open(mode))

async function open(mode) {
  stopping = new AbortController()
  say('')
  const { signal } = stopping
  const asked = { link, mode, container: find('place'), signal, onEvent: note }
  try {
    const { status } = await openVerification(asked)
    say(status)
  } catch (error) {
    say(error instanceof CaptureError ? error.code : error.name)
  }
}

find('redirect').addEventListener('click', () => startRedirect({ link, state }))
try {
  const returned = finishRedirect()
  if (returned) say(`back: ${returned.status}`)
} catch (error) {
  say(error.code)
}

find('face').addEventListener('click', () => void showFace())

async function showFace() {
  say('')
  // What is heavy comes when it is needed.
  const { captureFaces } = await import('atesta-capture/faces')
  const challenge = await (await fetch('/challenge', { method: 'POST' })).json()
  find('video').hidden = false
  try {
    const { event, images } = await captureFaces({
      ...challenge,
      video: find('video'),
      modelsUrl: '/atesta-capture/face',
      onGuidance: (guidance) => say(guidance),
    })
    const form = new FormData()
    form.set('event', event)
    for (const image of images) form.append('images', image)
    say(await (await fetch('/liveness', { method: 'POST', body: form })).text())
  } catch (error) {
    say(error instanceof CaptureError ? error.code : error.name)
  }
}
