// A figure that is longer than its line goes on in the next one: beside a long name there is no other place.
export const factsStyles = `
.p-facts{display:grid;align-items:baseline;grid-template-columns:fit-content(45%) minmax(0,1fr);gap:8px 16px;margin:0;padding:14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);font-size:var(--portico-font-small)}
.p-facts>dt{color:var(--portico-text-muted);overflow-wrap:anywhere}
.p-facts>dt.p-facts-title{grid-column:1/-1}
.p-facts>dd{display:grid;justify-items:end;gap:2px;margin:0;font-weight:500;text-align:end;overflow-wrap:anywhere}
.p-facts:dir(ltr)>dd>.p-address{justify-content:flex-end}
.p-facts .p-figure{white-space:normal}
.p-fact-copy{display:flex;align-items:center;max-width:100%}
.p-fact-copy>:first-child{min-width:0}
.p-fact-copy>.p-copy{flex:none;margin-block:-4px;margin-inline:-2px -10px}
`
