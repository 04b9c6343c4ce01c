export const pairingStyles = `
.wc-code{position:relative;display:grid;place-items:center;width:100%;max-width:312px;aspect-ratio:1;margin:0 auto;border-radius:var(--portico-radius-row);background:#fff;overflow:hidden}
.wc-code>svg{width:100%;height:100%;fill:none;stroke:#000;stroke-linecap:round;forced-color-adjust:none}
.wc-code>.wc-middle{position:absolute;display:grid;padding:6px;border-radius:18px;background:#fff}
.wc-code-empty{background:var(--portico-surface-raised)}
.wc-words{display:grid;justify-items:center}
.wc-words>*{grid-area:1/1}
.wc-words>.wc-renews{grid-area:2/1;padding-top:4px}
.wc-panel{display:grid}
.wc-panel>*{grid-area:1/1;min-width:0}
.wc-buttons{display:grid;align-content:end;min-height:100px}
`
