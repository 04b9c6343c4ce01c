import { derived, tokens } from './tokens.js'

const all = { ...tokens, ...derived }
/** `--_name` is what the host set, wherever it set it, or else our own. */
const own = (mode: 0 | 1) =>
  Object.entries(all)
    .map(([name, values]) => (mode && (!values[1] || values[1] === values[0]) ? '' : `--_${name}:var(--portico-${name},${values[mode]});`))
    .join('')
const shared = Object.keys(all)
  .map(name => `--portico-${name}:var(--_${name});`)
  .join('')

// !important in `:host`: it wins over whatever the page says of our element, important or not.
export const themeStyles = `
:host{all:initial!important;display:contents!important;${own(0)}}
:host([data-mode=light]){${own(1)}}
:host([data-mode=light]) .p-root{color-scheme:light}
:host([data-font=inherit]){font-family:inherit!important}
@supports not (color:color(from red xyz-d65 x y z)){
:host{--_on-accent:oklch(.17 .03 258);--_accent-text:var(--_accent);--_accent-soft:var(--_surface-hover)}
:host([data-mode=light]){--_on-accent:oklch(1 0 0);--_accent-text:var(--_accent)}}
:where(.p-root){color-scheme:dark}
.p-root{${shared}font:400 var(--portico-font-size)/1.4 var(--portico-font);color:var(--portico-text);letter-spacing:-.006em;text-align:start;-webkit-font-smoothing:antialiased;-webkit-text-size-adjust:100%}
:host([data-font=inherit]) .p-root{font-family:inherit}
@media (prefers-reduced-motion:reduce){.p-root{--portico-speed:0s}}
:where(.p-root) *,:where(.p-root) ::before,:where(.p-root) ::after{box-sizing:border-box;margin:0}
:where(.p-root) :where(button,input){font:inherit;letter-spacing:inherit;color:inherit;background:none;border:0;padding:0;border-radius:0;text-align:inherit}
:where(.p-root) :where(button:not(:disabled)){cursor:pointer;-webkit-tap-highlight-color:transparent;touch-action:manipulation}
:where(.p-root) :focus-visible{outline:2px solid var(--portico-accent-text);outline-offset:2px}
@media (forced-colors:active){.p-root :is(button,.p-row,.p-panel,.p-field,.p-pill,.p-note,.p-toast,.p-alert){border:1px solid}}
.p-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.p-num{font-variant-numeric:tabular-nums;letter-spacing:-.02em}
.p-cut{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0;text-align:-webkit-match-parent;text-align:match-parent}
`
