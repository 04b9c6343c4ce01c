import { derived, tokens } from './tokens.js'

const all = Object.entries({ ...tokens, ...derived })
const light = all.filter(([, values]) => values[1] && values[1] !== values[0])

/** `--_name` is the value that a host sets for `--portico-name` above the modal, or our own. */
const own = (mode: 0 | 1) => (mode ? light : all).map(([name, values]) => `--_${name}:var(--portico-${name},${values[mode]});`).join('')
/** Inside the modal each `--portico-name` has that value. */
const shown = all.map(([name]) => `--portico-${name}:var(--_${name});`).join('')

/** The rules that set the custom properties of the theme. `theme.css` overrides some, so it is adopted after them. */
export const tokenRules = `:host{${own(0)}}:host([data-mode=light]){${own(1)}}.p-root{${shown}}`
