// Loads the models of the face step while the person does earlier steps and the browser is idle, so that they are in
// its cache.
const listed = document.getElementById('preload')?.textContent ?? '[]'

type More = { readonly connection?: { readonly saveData?: boolean } }

async function load(): Promise<void> {
  if ((navigator as Navigator & More).connection?.saveData === true) return
  // One file at a time, so that a slow connection stays free for the page.
  for (const address of JSON.parse(listed) as string[]) {
    const answer = await fetch(address, { priority: 'low' }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
  }
}

const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500))
idle(() => void load())
