// What comes and goes has its place before it comes: words below the recipient and above the last button, and a figure that is smaller because it is long.
export const sendStyles = `
.send-form{display:grid;grid-template-columns:minmax(0,1fr);gap:12px}
.send-hero{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:6px;padding-block:8px 4px;text-align:center}
.send-line{padding-block:calc(var(--portico-font-amount)*.575*(1 - clamp(.5,13/var(--figures),1)));display:flex;justify-content:center;align-items:baseline;gap:.25em;max-width:100%;font-size:calc(var(--portico-font-amount)*clamp(.5,13/var(--figures),1));font-weight:600;line-height:1.15}
.p-root .send-line>input{min-width:1ch;max-width:100%;padding:0;border:0;background:none;font:inherit;color:var(--portico-text);text-align:end;outline:0;field-sizing:content;font-variant-numeric:tabular-nums;appearance:none}
.send-line>input::placeholder{color:var(--portico-text-muted);opacity:1}
.send-line:has(input:focus-visible){outline:2px solid var(--portico-accent-text);outline-offset:2px;border-radius:var(--portico-radius-chip)}
.send-line>span{flex:0 9999 auto;min-width:3ch;color:var(--portico-text-muted)}
.send-fiat{min-height:1.4em;color:var(--portico-text-muted);font-size:var(--portico-font-small)}
.send-token{display:flex;max-width:100%;flex-wrap:wrap;justify-content:center;align-items:center;gap:8px;min-height:44px}
.p-root .send-max{position:relative;min-height:32px;padding:5px 12px;border-radius:99px;background:var(--portico-accent-soft);color:var(--portico-accent-text);font-size:var(--portico-font-small);font-weight:600}
.send-max::after,.send-paste::after{content:"";position:absolute;inset:-6px}
.send-card{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:2px;min-height:133px;padding:12px 14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);box-shadow:inset 0 0 0 1px var(--portico-line)}
.send-card:has(textarea:focus-visible){outline:2px solid var(--portico-accent-text);outline-offset:2px}
.send-card:has([aria-invalid]){box-shadow:inset 0 0 0 1px var(--portico-bad)}
.send-card>label,.send-small{color:var(--portico-text-muted);font-size:var(--portico-font-tiny)}
.send-to{display:flex;align-items:center;gap:8px}
.p-root .send-to>textarea{flex:1;min-width:0;padding:5px 0;border:0;background:none;color:var(--portico-text);font:600 max(16px,var(--portico-font-size))/22px var(--portico-font);letter-spacing:inherit;word-break:break-all;outline:0;appearance:none;resize:none;field-sizing:content}
.send-to>textarea::placeholder{color:var(--portico-text-muted);font-weight:400;opacity:1}
.p-root .send-paste{position:relative;color:var(--portico-accent-text);font-size:var(--portico-font-small);font-weight:600}
.send-small{overflow-wrap:anywhere}
.send-bad{color:var(--portico-bad)}
.send-loss{color:var(--portico-bad)}
.send-speeds{min-width:0;margin:0;padding:0;border:0}
.send-speeds,.send-speeds *{scroll-margin-bottom:190px}
.send-speeds:disabled{opacity:.5}
.send-notes{display:grid;grid-template-columns:minmax(0,1fr);gap:8px;align-content:start;min-height:44px}
.send-state{display:grid;grid-template-columns:minmax(0,1fr);align-content:center;gap:4px;min-height:46px;text-align:center;overflow-wrap:anywhere}
.send-state>span{font-size:var(--portico-font-small)}
.send-warn{color:var(--portico-warn)}
.send-status{display:grid;justify-items:center;gap:4px;text-align:center}
`
