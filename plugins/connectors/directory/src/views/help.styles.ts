export const helpStyles = `
.p-help{display:grid;gap:20px;padding:4px 0 0;list-style:none}
.p-help li{display:flex;gap:16px;align-items:flex-start}
.p-help h3{font-size:var(--portico-font-size);font-weight:600;line-height:1.35;overflow-wrap:anywhere}
.p-help p{margin-top:2px;color:var(--portico-text-muted);font-size:var(--portico-font-small);text-wrap:pretty;overflow-wrap:anywhere}
.p-help div{min-width:0}
.p-drawing{flex:none;padding:4px;border-radius:16px;background:var(--portico-accent-soft);color:var(--portico-accent-text)}
`
