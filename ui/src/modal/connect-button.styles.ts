/** For the page that the buttons stand in: one class, no element selector. `@portico/sdk/button.css` is the same text as a file. */
export const connectButtonStyles = `
.portico-button{--a:oklch(.7 .15 255);--s:oklch(.235 .009 265);--t:oklch(.97 .003 265);--p:var(--portico-accent,var(--a));display:inline-block;max-width:100%;overflow:hidden;text-overflow:ellipsis;min-height:44px;padding:0 18px;border:0;border-radius:calc(var(--portico-radius,24px)*7/12);background:var(--p);color:oklch(.17 .03 258);color:var(--portico-on-accent,color(from var(--p) xyz-d65 calc(.9505*clamp(0,(.179 - y)*9999,1)) clamp(0,(.179 - y)*9999,1) calc(1.089*clamp(0,(.179 - y)*9999,1))));font:600 16px/1.2 var(--portico-font,ui-sans-serif,system-ui,sans-serif);white-space:nowrap;cursor:pointer}
.portico-button[data-mode=light]{--a:oklch(.55 .19 258);--s:oklch(.972 .003 265);--t:oklch(.2 .012 265)}
.portico-button:not([data-state=disconnected],[data-state=connecting]){background:var(--portico-surface-raised,var(--s));color:var(--portico-text,var(--t))}
.portico-button:focus-visible{outline:2px solid var(--p);outline-offset:2px}
.portico-button[aria-busy]{cursor:progress}
@media (forced-colors:active){.portico-button{border:1px solid}}
`
