// Shared by the islands: reads the data that the page gives them, and finds their elements.

/** What the page's own JSON block says; the server writes what the island's type names. */
export function readData<T>(): T {
  return JSON.parse(document.getElementById('data')?.textContent ?? '{}') as T
}

/** Throws when the page lacks it: then the island is not of this page. */
export function find<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}

/** An address of this link: each has its own, so that several can be open in one browser. */
export const here = (path: string): string =>
  `${/^\/c(?:\/l\/[^/]+)?/.exec(location.pathname)?.[0] ?? '/c'}${path}`

export const show = (element: HTMLElement, shown: boolean): void => {
  element.hidden = !shown
}

/** What is chosen is looked at, and sent from there: so the form needs no button. */
export function onFile(
  form: HTMLFormElement,
  input: HTMLInputElement,
  take: (chosen: File) => void,
): void {
  for (const button of form.querySelectorAll('button')) show(button, false)
  const takeChosen = () => {
    const [chosen] = input.files ?? []
    // The same one can be chosen again.
    input.value = ''
    if (chosen) take(chosen)
  }
  form.addEventListener('submit', (event) => event.preventDefault())
  input.addEventListener('change', takeChosen)
  // It was quicker than this script.
  takeChosen()
}

/** One hint at a time, and none sooner than two seconds after the last: a screen reader reads each. */
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

/** To the page that opened this one and to the one around it, if they are of these origins. */
export function report(origins: readonly string[], status: string): void {
  const around = parent === window ? undefined : parent
  for (const origin of origins)
    for (const to of [opener as Window | null, around])
      to?.postMessage({ source: 'atesta-capture', status }, origin)
}
