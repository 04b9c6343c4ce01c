import { eip155 } from '@portico/plugin-eip155'
import { createPortico, memoryStorage } from '@portico/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { chapters, entries } from './chapters.js'
import type { Entry } from './entry.js'
import { pseudoTag } from './pseudo-language.js'

/** What tests ask of the index. */
export interface GalleryIndex {
  readonly entries: readonly (Pick<Entry, 'id' | 'view' | 'kind' | 'title'> & {
    readonly isOtherOnPhone: boolean
  })[]
  /** Why a view cannot be in a state, by view and kind. */
  readonly cannot: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The views that a kernel with every plugin of the gallery has. */
  readonly views: readonly string[]
  readonly plugins: readonly string[]
}
declare global {
  interface Window {
    readonly gallery: GalleryIndex
  }
}

const languages = { en: 'English', de: 'Deutsch', ar: 'العربية', [pseudoTag]: 'Pseudo' }
const accents = ['', '#3b82f6', '#ff6600', '#16a34a', '#8b5cf6', '#ffe600', '#111318'] as const
const sizes = {
  phone: 'Phone, 390 × 844',
  desktop: 'Desktop, 1280 × 800',
  narrow: 'Desktop at 200 %, 640 × 400',
} as const
type Size = keyof typeof sizes

function inventory(): GalleryIndex {
  // Several chapters need the plugin that owns transactions.
  const plugins = new Map(
    chapters.flatMap(chapter => chapter.plugins?.() ?? []).map(plugin => [plugin.id, plugin]),
  )
  const portico = createPortico({
    plugins: [eip155(), ...plugins.values()],
    storage: memoryStorage(),
  })
  const { order, registry } = portico.kernel.inspect()
  const views = registry.map(({ place }) => place.split(' ')).filter(([kind]) => kind === 'view')
  portico.dispose()
  return {
    entries: entries.map(({ id, view, kind, title, setting }) => ({
      id,
      view,
      kind,
      title,
      isOtherOnPhone: setting?.phone ?? false,
    })),
    cannot: Object.assign({}, ...chapters.map(chapter => chapter.cannot ?? {})),
    views: views.map(([, id = '']) => id),
    plugins: order,
  }
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: Value
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (value: Value) => void
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={event => onChange(event.target.value as Value)}>
        {Object.entries(options).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/**
 * One state, loaded when it is near the viewport: each is a separate page, and all at once would
 * slow down the visible ones.
 */
function Frame({
  id,
  address,
  title,
}: {
  readonly id: string
  readonly address: string
  readonly title: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(
      seen => {
        if (!seen.some(one => one.isIntersecting)) return
        setIsNear(true)
        watch.disconnect()
      },
      { rootMargin: '300px' },
    )
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={box} className="frame">
      <p>{id} is being prepared …</p>
      {isNear && <iframe src={address} title={title} />}
    </div>
  )
}

function Gallery() {
  const [view, setView] = useState('')
  const [mode, setMode] = useState<'dark' | 'light'>('dark')
  const [size, setSize] = useState<Size>('phone')
  const [language, setLanguage] = useState('en')
  const [accent, setAccent] = useState('')
  useEffect(() => {
    document.documentElement.dataset.mode = mode
  }, [mode])
  const views = useMemo(() => [...new Set(entries.map(entry => entry.view))], [])
  const shown = entries.filter(entry => !view || entry.view === view)
  const addressOf = (id: string) =>
    `?${new URLSearchParams({ state: id, mode, language, ...(accent && { accent }) })}`
  return (
    <>
      <header className="choices">
        <h1>
          Gallery <small>{shown.length} states</small>
        </h1>
        <Choice
          label="View"
          value={view}
          options={{ '': 'All', ...Object.fromEntries(views.map(id => [id, id])) }}
          onChange={setView}
        />
        <Choice label="Size" value={size} options={sizes} onChange={setSize} />
        <Choice
          label="Mode"
          value={mode}
          options={{ dark: 'Dark', light: 'Light' }}
          onChange={setMode}
        />
        <Choice label="Language" value={language} options={languages} onChange={setLanguage} />
        <fieldset>
          <legend>Accent</legend>
          {accents.map(one => (
            <button
              key={one}
              type="button"
              aria-label={one || 'Our own'}
              aria-pressed={one === accent}
              style={{ background: one || 'oklch(0.70 0.15 255)' }}
              onClick={() => setAccent(one)}
            />
          ))}
        </fieldset>
        <a href="./">Playground</a>
      </header>
      <main className="states">
        {shown.map(entry => (
          <figure key={entry.id} data-size={size}>
            <figcaption>
              <a href={addressOf(entry.id)} target="_blank" rel="noreferrer">
                {entry.id}
              </a>
              {entry.title}
            </figcaption>
            <Frame
              key={addressOf(entry.id)}
              id={entry.id}
              address={addressOf(entry.id)}
              title={`${entry.view}: ${entry.title}`}
            />
          </figure>
        ))}
      </main>
    </>
  )
}

export function showIndex(body: HTMLElement): void {
  Object.assign(window, { gallery: inventory() })
  createRoot(body.appendChild(document.createElement('div'))).render(<Gallery />)
}
