export const noteStyles = `
.p-note{display:flex;gap:10px;padding:12px 14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);color:var(--portico-text-muted);font-size:var(--portico-font-small);text-align:start}
.p-note>div{min-width:0;overflow-wrap:anywhere}
.p-note .p-button{width:auto;margin-block-end:-8px;padding:0;color:inherit;text-decoration:underline;text-underline-offset:3px}
.p-note-warn{background:var(--portico-warn-soft);color:var(--portico-warn)}
.p-note-bad{background:var(--portico-bad-soft);color:var(--portico-bad)}
`
