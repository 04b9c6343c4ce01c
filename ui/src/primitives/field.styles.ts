export const fieldStyles = `
.p-field{position:relative;display:flex;align-items:center;gap:10px;min-height:52px;padding-inline:14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);box-shadow:inset 0 0 0 1px var(--portico-line);color:var(--portico-text-muted)}
.p-field input{flex:1;min-width:0;align-self:stretch;min-height:44px;color:var(--portico-text);outline:0;appearance:none;font-size:max(16px,var(--portico-font-size))}
.p-search{position:absolute;inset-block:0;inset-inline:44px 52px;contain:strict}
.p-search input{position:absolute;inset:0;width:100%}
.p-search~.p-icon-button{margin-inline-start:auto}
.p-field input::-webkit-search-cancel-button{display:none}
.p-field input::placeholder{color:var(--portico-text-muted);opacity:1}
.p-field:has(input:focus-visible){outline:2px solid var(--portico-accent-text);outline-offset:2px}
.p-field:has([aria-invalid]){box-shadow:inset 0 0 0 1px var(--portico-bad)}
.p-text-field{display:grid;grid-template-columns:minmax(0,1fr);gap:6px}
.p-text-field label,.p-problem{font-size:var(--portico-font-small);color:var(--portico-text-muted)}
.p-problem{color:var(--portico-bad)}
`
