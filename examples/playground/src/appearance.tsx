import { text, theme } from '@portico/sdk'
import { useService } from '@portico/sdk/react'
import { useState } from 'react'

const accents = ['', '#0f766e', '#f97316', '#e11d48', '#7c3aed', '#facc15'] as const

/** How the host dresses the modal: mode, accent, corners, language. */
export function Appearance() {
  const dress = useService(theme)
  const { languages, setLanguage } = useService(text)
  const [radius, setRadius] = useState(24)
  return (
    <article className="card">
      <h3>Appearance</h3>
      <label>
        Mode
        <select defaultValue="dark" onChange={event => dress.setMode(event.target.value as 'dark' | 'light' | 'auto')}>
          <option value="dark">Dark</option>
          <option value="light">Light</option>
          <option value="auto">As the system</option>
        </select>
      </label>
      <fieldset className="accents">
        <legend>Accent</legend>
        {accents.map(accent => (
          <button
            key={accent}
            type="button"
            aria-label={accent || 'Portico blue'}
            style={{ background: accent || 'oklch(0.70 0.15 255)' }}
            onClick={() => dress.setVariables({ 'portico-accent': accent || undefined })}
          />
        ))}
      </fieldset>
      <label>
        Corners
        <input
          type="range"
          min={0}
          max={36}
          value={radius}
          onChange={event => {
            setRadius(event.target.valueAsNumber)
            dress.setVariables({ 'portico-radius': `${event.target.value}px` })
          }}
        />
      </label>
      <label>
        Language
        <select defaultValue="en" onChange={event => void setLanguage(event.target.value)}>
          {languages.map(language => (
            <option key={language} value={language}>
              {new Intl.DisplayNames([language], { type: 'language' }).of(language)}
            </option>
          ))}
        </select>
      </label>
    </article>
  )
}
