export const receiveStyles = `
.receive-address{display:grid;justify-items:center;padding:12px 14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);text-align:center}
.receive-address .p-address{justify-content:center}
.receive-code{max-width:264px;width:100%;margin-inline:auto}
.receive-ways{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:8px}
`
