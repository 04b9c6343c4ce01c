/** Pixels: a tile of the grid, with the gap below it. */
export const rowHeight = 188

export const nftsStyles = `
.p-nfts{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}
.p-nfts>.p-long{margin-inline:-14px}
.p-nft{position:relative;display:grid;grid-template-rows:minmax(0,1fr) auto auto;width:100%;height:100%;padding:4px 4px 6px;border-radius:var(--portico-radius-row);line-height:18px;text-align:start}
@media (hover:hover){.p-nft:hover{background:var(--portico-surface-hover)}}
.p-nft-picture{position:relative;display:grid;place-items:center;overflow:hidden;border-radius:var(--portico-radius-chip);background:var(--portico-surface-raised);color:var(--portico-text-muted)}
.p-nft-picture img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.p-nft-large~.p-button{overflow-wrap:anywhere}
.p-nft-large{aspect-ratio:1;width:100%}
.p-nft-large img{object-fit:contain}
.p-nft-name{padding:6px 2px 0;font-size:var(--portico-font-small);font-weight:600}
.p-nft-collection{padding-inline:2px;color:var(--portico-text-muted);font-size:var(--portico-font-tiny)}
.p-nft-tag{position:absolute;z-index:1;top:10px;inset-inline-end:10px;max-width:calc(100% - 20px);padding:2px 8px;border-radius:99px;background:var(--portico-surface);color:var(--portico-text);font-size:var(--portico-font-tiny);font-weight:600}
.p-nfts-lone{overflow-wrap:anywhere;display:grid;gap:4px;padding-block:20px;text-align:center}
.p-nfts-waiting{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.p-nft-text{margin:0;overflow-wrap:anywhere;white-space:pre-line}
`
