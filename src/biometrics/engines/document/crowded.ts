// Whether a page is full from edge to edge, as grain, gravel and small print are: a card's writing would be found on it
// by nobody, and to look for letters there takes minutes.
import type { Page } from './prepare.ts'

/**
 * Dark stretches to cross from one side to the other, in the mean of all rows, times the share that is dark. Cards have
 * 0.4 to 0.9, one on a newspaper 1.7; grain has 14, gravel 15 to 35, a page of small print 42.
 */
const crowdedFrom = 5

export function isCrowded(page: Page): boolean {
  const { stretches, dark } = countDark(page, thresholdOf(page))
  const { width, height } = page
  return (stretches / height) * (dark / (width * height)) >= crowdedFrom
}

function countDark({ data, width, height }: Page, threshold: number) {
  let [stretches, dark] = [0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 1, at = y * width + 1; x < width; x++, at++) {
      if ((data[at] ?? 255) > threshold) continue
      dark += 1
      if ((data[at - 1] ?? 255) > threshold) stretches += 1
    }
  return { stretches, dark }
}

/** What the reader takes for dark (Otsu, "A threshold selection method from gray-level histograms", 1979). */
function thresholdOf({ data }: Page): number {
  const counts = new Float64Array(256)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  const sum = counts.reduce((all, count, value) => all + count * value, 0)
  let [below, belowSum, best, most] = [0, 0, 128, 0]
  for (const [value, count] of counts.entries()) {
    below += count
    belowSum += count * value
    const above = data.length - below
    if (below === 0 || above === 0) continue
    const apart = belowSum / below - (sum - belowSum) / above
    const between = below * above * apart * apart
    if (between > most) [best, most] = [value, between]
  }
  return best
}
