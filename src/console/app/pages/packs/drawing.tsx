// A drawing that can be moved and zoomed in its frame, and the same as a nested list.
import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PackStepInWords } from '#src/packs/drawing/schema.ts'
import { Button } from '../../parts/inline.tsx'
import { words } from './words.ts'

const [scaleMin, scaleMax] = [0.1, 4]
const stepPixels = 60

type DrawingProps = {
  readonly svg: string
  readonly steps: PackStepInWords
  readonly label: string
}

export function Drawing({ svg, steps, label }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const pan = useRef<PanzoomObject | undefined>(undefined)
  const { width, height } = useMemo(() => sizeOf(svg), [svg])
  const [isTooSmall] = useState(() => width > 1.5 * innerWidth)
  const url = useObjectUrl(svg)
  const fit = () => fitInto(box.current, pan.current, { width, height })
  const latestFit = useRef(fit)
  latestFit.current = fit

  useLayoutEffect(() => {
    if (!image.current) return
    const own = Panzoom(image.current, { canvas: true, minScale: scaleMin, maxScale: scaleMax })
    pan.current = own
    const frame = image.current.parentElement
    // Without Ctrl the wheel scrolls the page, as usual.
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) own.zoomWithWheel(event)
    }
    frame?.addEventListener('wheel', turn, { passive: false })
    return () => {
      frame?.removeEventListener('wheel', turn)
      own.destroy()
    }
  }, [])
  useEffect(() => {
    // The library resets the position of the image in a timer of its own, which runs first.
    const timer = setTimeout(() => latestFit.current())
    const watch = new ResizeObserver(() => latestFit.current())
    if (box.current?.parentElement) watch.observe(box.current.parentElement)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [width, height])

  const press = (event: KeyboardEvent) => {
    const move = moves[event.key]
    const own = pan.current
    if (!own || event.ctrlKey || event.metaKey) return
    if (move) own.pan(move[0] / own.getScale(), move[1] / own.getScale(), { relative: true })
    else if (event.key === '+' || event.key === '=') own.zoomIn()
    else if (event.key === '-') own.zoomOut()
    else if (event.key === '0') fit()
    else return
    event.preventDefault()
  }
  return (
    <figure class="pack-figure">
      <div
        ref={box}
        class="box pack-drawing"
        role="group"
        tabIndex={0}
        aria-label={`${label}. ${words.drawingHint}`}
        onKeyDown={press}
      >
        <img ref={image} src={url} width={width} height={height} alt={label} draggable={false} />
      </div>
      <div class="box pack-zoom">
        <Button kind="quiet" aria-label={words.farther} onClick={() => pan.current?.zoomOut()}>
          −
        </Button>
        <Button kind="quiet" onClick={fit}>
          {words.fit}
        </Button>
        <Button kind="quiet" aria-label={words.closer} onClick={() => pan.current?.zoomIn()}>
          +
        </Button>
      </div>
      <details class="pack-steps" open={isTooSmall}>
        <summary>{words.asList}</summary>
        <ol>
          <Step step={steps} />
        </ol>
      </details>
    </figure>
  )
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [stepPixels, 0],
  ArrowRight: [-stepPixels, 0],
  ArrowUp: [0, stepPixels],
  ArrowDown: [0, -stepPixels],
}

function Step({ step }: { step: PackStepInWords }) {
  const { words, note, state, reach, steps } = step
  const more = [state, note].filter((one) => one !== undefined && one !== 'pending').join(', ')
  return (
    <li data-state={state} data-reach={reach}>
      <span class="pack-step">{words}</span>
      {more !== '' && <span class="soft"> {more}</span>}
      {steps.length > 0 && (
        <ol>
          {steps.map((one) => (
            <Step key={`${one.pointer} ${one.words}`} step={one} />
          ))}
        </ol>
      )}
    </li>
  )
}

function sizeOf(svg: string) {
  const read = (name: string) => Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)?.[1])
  return { width: read('width') || 600, height: read('height') || 400 }
}

type Size = { readonly width: number; readonly height: number }

/** Scales the image down to the width of its frame, but never up; an image higher than the frame is moved into view. */
function fitInto(
  box: HTMLElement | null,
  pan: PanzoomObject | undefined,
  { width, height }: Size,
): void {
  if (!box || !pan) return
  const scale = Math.min(1, box.clientWidth / width)
  box.style.height = `${Math.min(height * scale + 2, Math.max(280, innerHeight * 0.66))}px`
  const left = Math.max(0, (box.clientWidth - width * scale) / 2)
  pan.zoom(scale, { animate: false, force: true })
  // The library scales around the centre, and moves by pixels before scaling.
  pan.pan((left - (width - width * scale) / 2) / scale, -(height - height * scale) / 2 / scale, {
    animate: false,
    force: true,
  })
}

function useObjectUrl(svg: string): string {
  const [url, setUrl] = useState('')
  useLayoutEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [svg])
  return url
}
