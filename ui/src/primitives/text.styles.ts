export const textStyles = `
.p-stack{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--gap)}
.p-stack-center{justify-items:center;text-align:center}
.p-heading{font-size:calc(var(--portico-font-size)*1.125);font-weight:600;line-height:1.35;overflow-wrap:anywhere;text-wrap:balance}
.p-caption{color:var(--portico-text-muted);font-size:var(--portico-font-small);overflow-wrap:anywhere;text-wrap:pretty}
.p-stack-center>.p-caption{padding-inline:16px;text-wrap:balance}
`
