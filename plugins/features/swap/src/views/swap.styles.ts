export const swapStyles = `
.swap-form{display:grid;grid-template-columns:minmax(0,1fr);gap:12px}
.swap-cards{position:relative;display:grid;grid-template-columns:minmax(0,1fr);gap:12px}
.swap-card{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:center;gap:2px 12px;min-height:100px;padding:12px 14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);box-shadow:inset 0 0 0 1px var(--portico-line)}
.swap-card:has(input:focus-visible){outline:2px solid var(--portico-accent-text);outline-offset:2px}
.swap-card:has([aria-invalid]){box-shadow:inset 0 0 0 1px var(--portico-bad)}
.swap-card>label,.swap-card>.swap-label,.swap-small{color:var(--portico-text-muted);font-size:var(--portico-font-tiny)}
.swap-card>label,.swap-card>.swap-label{grid-area:1/1/1/-1}
.p-root .swap-card>input,.swap-figure{width:100%;min-width:0;min-height:40px;padding:0;border:0;background:none;font:inherit;font-size:clamp(16px,calc(var(--portico-font-amount)*.78*clamp(.55,9/var(--figures,1),1)),var(--portico-font-amount));font-weight:600;line-height:40px;color:var(--portico-text);outline:0;font-variant-numeric:tabular-nums;appearance:none}
.swap-card:dir(rtl)>input{text-align:right}
.swap-card>input::placeholder{color:var(--portico-text-muted);opacity:1}
.swap-figure{display:flex;align-items:center;height:40px;white-space:nowrap}
.swap-figure>.swap-none{color:var(--portico-text-muted)}
.swap-small{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 8px;grid-column:1/-1;min-height:24px}
.p-root .swap-max{position:relative;grid-area:1/2;justify-self:end;color:var(--portico-accent-text);font-size:var(--portico-font-tiny);font-weight:600}
.swap-max::after{content:"";position:absolute;inset:-13px -10px}
.swap-card .p-pill{background:var(--portico-surface-hover);max-width:150px}
.swap-card .p-pill.swap-empty,.swap-empty .p-pill{background:var(--portico-accent-soft);color:var(--portico-accent-text)}
.p-root .swap-flip{position:absolute;inset-block-start:50%;inset-inline-end:96px;translate:0 -50%;display:grid;place-items:center;width:40px;height:40px;border-radius:14px;background:var(--portico-surface);box-shadow:0 0 0 1px var(--portico-line)}
.swap-flip::after{content:"";position:absolute;inset:-2px}
.swap-flip[aria-disabled]{color:var(--portico-text-muted);cursor:default}
.p-facts>.swap-wide{grid-column:1/-1;justify-items:stretch;gap:8px;text-align:start}
.swap-wide,.swap-wide>*,.swap-form :is(button,input),.swap-wide :is(button,input){scroll-margin-bottom:96px}
.swap-routes{display:grid;grid-template-columns:fit-content(40%) minmax(0,1fr);gap:4px 16px;margin:0}
.swap-routes>dd{margin:0;text-align:end}
.swap-wait{width:96px;border-radius:6px;background:var(--portico-surface-hover)}
.swap-changed{padding-inline:4px;border-radius:6px;background:var(--portico-surface-hover);color:var(--portico-warn)}
.swap-good{color:var(--portico-good)}
.swap-warn{color:var(--portico-warn)}
.swap-bad{color:var(--portico-bad)}
.p-root .swap-open{position:relative;display:inline-flex;flex-wrap:wrap;align-items:center;justify-content:end;gap:4px;max-width:100%;overflow-wrap:anywhere;min-height:24px;font:inherit;font-weight:500;text-align:end;text-decoration:underline;text-decoration-color:var(--portico-line);text-underline-offset:3px}
.swap-open>*{min-width:0}
.swap-open .p-figure{white-space:normal}
.swap-open::after{content:"";position:absolute;inset:-12px -8px}
.swap-hero{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:2px;padding-block:4px;text-align:center}
.swap-hero .p-amount{font-size:calc(var(--portico-font-amount)*.78*clamp(.5,14/var(--figures),1))}
.swap-hero>.p-amount+.swap-picture{display:grid;place-items:center;width:88px;height:88px;border-radius:22px;background:var(--portico-surface-raised);color:var(--portico-text-muted)}
.swap-muted{min-height:1.4em}
.swap-hero>.swap-muted+.swap-muted{margin-top:6px}
.swap-muted{color:var(--portico-text-muted);font-size:var(--portico-font-small)}
.swap-pills{display:flex;min-width:0;margin:0;padding:0;border:0;flex-wrap:wrap;gap:12px 8px}
.p-foot>.swap-form:empty{display:none}
`
