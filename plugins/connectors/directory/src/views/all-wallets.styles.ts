/** Pixels. */
export const rowHeight = 104
/** What is seen at once: four rows, and of the fifth enough to tell that there is more. */
export const shownHeight = rowHeight * 4 + 24

export const allWalletsStyles = `
.p-wallet-tile{display:grid;grid-template-rows:56px 32px;justify-items:center;gap:4px;width:100%;height:100%;padding:4px 2px;border-radius:var(--portico-radius-row);font-size:var(--portico-font-tiny);font-weight:500;line-height:16px;text-align:center}
.p-wallet-tile-name{max-width:100%;overflow-wrap:anywhere}
.p-wallet-tile-long{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2;white-space:normal;text-align:center}
.p-wallet-tile .p-icon{position:absolute;z-index:2;top:44px;left:calc(50% + 12px);box-sizing:border-box;width:22px;height:22px;padding:4px;border-radius:50%;background:var(--portico-surface);color:var(--portico-good);stroke-width:3}
@media (hover:hover){.p-wallet-tile:hover{background:var(--portico-surface-hover)}}
.p-wallet-none{display:grid;align-content:start;gap:12px;height:${shownHeight}px;max-height:max(${rowHeight}px,calc(85dvh - 240px))}
.p-wallet-waiting{grid-template-columns:repeat(4,1fr);grid-auto-rows:${rowHeight - 12}px;justify-items:center;padding-top:6px}
.p-wallet-chains .p-choices{grid-auto-columns:auto}
`
