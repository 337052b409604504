// What a tab or a browser keeps of its reader; one that keeps nothing forgets it with the page.
type Place = 'sessionStorage' | 'localStorage'

export function recall(key: string, place: Place = 'sessionStorage'): string | undefined {
  try {
    return window[place].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined forgets it. */
export function keep(key: string, text: string | undefined, place: Place = 'sessionStorage'): void {
  try {
    if (text === undefined) window[place].removeItem(key)
    else window[place].setItem(key, text)
  } catch {
    // Where the browser refuses storage, nothing is kept.
  }
}
