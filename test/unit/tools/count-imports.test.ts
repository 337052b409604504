import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countImports, type Import, readImports } from '#tools/count-imports.ts'

const root = join(import.meta.dirname, '../../..')

describe('the imports of the service', () => {
  const counted = countImports(readImports(root))

  test('were read', () => {
    expect(counted.files).toBeGreaterThan(700)
    expect(counted.imports).toBeGreaterThan(3_000)
  })

  test('lead values downwards alone, in no circle of areas or of the folders inside them', () => {
    expect(counted.upward).toEqual([])
    expect(counted.circles).toEqual([])
    expect(counted.folderCircles).toEqual([])
  })

  test('join at most 45 pairs of areas, and stay at home 60 times of 100', () => {
    expect(counted.arrows).toBeLessThanOrEqual(45)
    expect(counted.insidePercent).toBeGreaterThanOrEqual(60)
  })
})

describe('the count', () => {
  const value = (from: string, to: string): Import => ({ from, to, isType: false })
  const type = (from: string, to: string): Import => ({ from, to, isType: true })

  test('takes a value upwards for what it is, and lets a type go up', () => {
    const up = value('src/platform/db/client.ts', 'src/journey/commit/commit.ts')
    const beside = value('src/screening/checks/a.ts', 'src/messaging/phones/b.ts')
    const down = value('src/journey/commit/commit.ts', 'src/platform/db/client.ts')
    const typed = type('src/platform/db/client.ts', 'src/risk/score/rules.ts')
    const { upward, arrows, arrowsWithTypes } = countImports([up, beside, down, typed])
    expect(upward).toEqual([up, beside])
    expect([arrows, arrowsWithTypes]).toEqual([3, 4])
  })

  test('finds a circle of areas over several of them', () => {
    const { circles } = countImports([
      value('src/a/x/1.ts', 'src/b/x/1.ts'),
      value('src/b/x/2.ts', 'src/c/x/1.ts'),
      value('src/c/x/2.ts', 'src/a/x/2.ts'),
      value('src/a/x/2.ts', 'src/d/x/2.ts'),
      type('src/d/x/2.ts', 'src/a/x/2.ts'),
    ])
    expect(circles).toEqual([['a', 'b', 'c']])
  })

  test('finds a circle of folders in an area, with its own files, and inside a folder of it', () => {
    const { circles, folderCircles } = countImports([
      value('src/a/1.ts', 'src/a/x/1.ts'),
      value('src/a/x/2.ts', 'src/a/2.ts'),
      value('src/b/x/p/1.ts', 'src/b/x/q/1.ts'),
      value('src/b/x/q/2.ts', 'src/b/x/p/2.ts'),
      // A folder and what it holds are one place among others.
      value('src/c/x/1.ts', 'src/c/x/p/1.ts'),
      value('src/c/x/p/1.ts', 'src/c/x/2.ts'),
    ])
    expect(circles).toEqual([])
    expect(folderCircles).toEqual([
      ['src/a', 'src/a/x'],
      ['src/b/x/p', 'src/b/x/q'],
    ])
  })
})
