export const sendStyles = `
.send-form{display:grid;grid-template-columns:minmax(0,1fr);gap:12px}
.send-hero{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:6px;padding-block:8px 4px;text-align:center}
.send-line{display:flex;justify-content:center;align-items:baseline;gap:.25em;max-width:100%;font-size:calc(var(--portico-font-amount)*clamp(.5,13/var(--figures),1));font-weight:600;line-height:1.15}
.p-root .send-line>input{min-width:1ch;max-width:100%;padding:0;border:0;background:none;font:inherit;color:var(--portico-text);text-align:end;outline:0;field-sizing:content;font-variant-numeric:tabular-nums;appearance:none}
.send-line>input::placeholder{color:var(--portico-text-muted);opacity:1}
.send-line:has(input:focus-visible){outline:2px solid var(--portico-accent-text);outline-offset:2px;border-radius:var(--portico-radius-chip)}
.send-line>span{flex:0 9999 auto;min-width:3ch;color:var(--portico-text-muted)}
.send-fiat{min-height:1.4em;color:var(--portico-text-muted);font-size:var(--portico-font-small)}
.send-token{display:flex;max-width:100%;flex-wrap:wrap;justify-content:center;align-items:center;gap:8px;min-height:44px}
.p-root .send-max{position:relative;min-height:32px;padding:5px 12px;border-radius:99px;background:var(--portico-accent-soft);color:var(--portico-accent-text);font-size:var(--portico-font-small);font-weight:600}
.send-max::after,.send-paste::after{content:"";position:absolute;inset:-6px}
.send-card{display:grid;grid-template-columns:minmax(0,1fr);gap:2px;padding:12px 14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);box-shadow:inset 0 0 0 1px var(--portico-line)}
.send-card:has(input:focus-visible){outline:2px solid var(--portico-accent-text);outline-offset:2px}
.send-card:has([aria-invalid]){box-shadow:inset 0 0 0 1px var(--portico-bad)}
.send-card>label,.send-small{color:var(--portico-text-muted);font-size:var(--portico-font-tiny)}
.send-to{display:flex;align-items:center;gap:8px}
.p-root .send-to>input{flex:1;min-width:0;min-height:32px;padding:0;border:0;background:none;color:var(--portico-text);font-weight:600;font-size:max(16px,var(--portico-font-size));text-overflow:ellipsis;outline:0;appearance:none}
.send-to>input::placeholder{color:var(--portico-text-muted);font-weight:400;opacity:1}
.p-root .send-paste{position:relative;color:var(--portico-accent-text);font-size:var(--portico-font-small);font-weight:600}
.send-small{min-height:1.5em;overflow-wrap:anywhere}
.send-bad{color:var(--portico-bad)}
.send-loss{color:var(--portico-bad)}
.send-status{display:grid;justify-items:center;gap:4px;text-align:center}
`
