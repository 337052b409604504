// Shared by the islands: reads the data that the page gives them, and finds their elements.

/** Reads the page’s JSON block; the server writes what the type of the island declares. */
export function readData<T>(): T {
  return JSON.parse(document.getElementById('data')?.textContent ?? '{}') as T
}

/** Throws when the page lacks the element, which means that the island does not belong to it. */
export function find<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}

/** A URL of this link: each link has its own, so that several can be open in one browser. */
export const here = (path: string): string =>
  `${/^\/c(?:\/l\/[^/]+)?/.exec(location.pathname)?.[0] ?? '/c'}${path}`

export const show = (element: HTMLElement, shown: boolean): void => {
  element.hidden = !shown
}

/** A chosen file is previewed and sent from there, so the form needs no button. */
export function onFile(
  form: HTMLFormElement,
  input: HTMLInputElement,
  take: (chosen: File) => void,
): void {
  for (const button of form.querySelectorAll('button')) show(button, false)
  const takeChosen = () => {
    const [chosen] = input.files ?? []
    // Cleared, so that the same file can be chosen again.
    input.value = ''
    if (chosen) take(chosen)
  }
  form.addEventListener('submit', (event) => event.preventDefault())
  input.addEventListener('change', takeChosen)
  // Handles a file that was chosen before this script ran.
  takeChosen()
}

/** Shows one hint at a time, at least two seconds apart, so that a screen reader can read each. */
export function createHints(line: HTMLElement): (text: string, now?: boolean) => void {
  let saidAt = 0
  return (text, now = false) => {
    if (line.textContent === text) return
    if (!now && performance.now() - saidAt < 2_000) return
    saidAt = performance.now()
    line.textContent = text
  }
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** The pages that may hear of a state: those of these origins, and a page of this machine that frames this one. */
export type Listeners = {
  readonly origins: readonly string[]
  /** Allows pages of this machine; no list can contain them, because their port varies. */
  readonly takesLoopback: boolean
}

const loopback = /^https?:\/\/(?:(?:[^/]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Only some browsers list the origins of the framing pages. */
const framing = (): string[] =>
  [...(location.ancestorOrigins ?? [])].slice(0, 1).filter((origin) => loopback.test(origin))

/** Sends a message to the page that opened this one and to the framing page, if they may hear it. */
export function report({ origins, takesLoopback }: Listeners, status: string): void {
  const around = parent === window ? undefined : parent
  for (const origin of new Set([...origins, ...(takesLoopback ? framing() : [])]))
    for (const to of [opener as Window | null, around])
      to?.postMessage({ source: 'atesta-capture', status }, origin)
}
