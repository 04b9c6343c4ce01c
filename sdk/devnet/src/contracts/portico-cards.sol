// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Play collectibles of the devnet
/// @notice ERC-721 without enumeration, as most are. Anybody may mint anything to anybody, with any metadata: it must never be deployed where things are real.
contract PorticoCards {
    string public constant symbol = "CARD";

    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 id => address) internal _ownerOf;
    mapping(uint256 id => string) public tokenURI;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    error ERC721NonexistentToken(uint256 id);
    error ERC721IncorrectOwner(address sender, uint256 id, address owner);

    function name() external pure virtual returns (string memory) {
        return "Portico Cards";
    }

    function supportsInterface(bytes4 id) external pure virtual returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function ownerOf(uint256 id) external view returns (address owner) {
        owner = _ownerOf[id];
        if (owner == address(0)) revert ERC721NonexistentToken(id);
    }

    function mint(address to, uint256 id, string calldata uri) external {
        address before = _ownerOf[id];
        if (before != address(0)) revert ERC721IncorrectOwner(msg.sender, id, before);
        tokenURI[id] = uri;
        _move(address(0), to, id);
    }

    function transferFrom(address from, address to, uint256 id) external {
        if (_ownerOf[id] != from || msg.sender != from) revert ERC721IncorrectOwner(msg.sender, id, _ownerOf[id]);
        _move(from, to, id);
    }

    function _move(address from, address to, uint256 id) internal virtual {
        if (from != address(0)) balanceOf[from]--;
        balanceOf[to]++;
        _ownerOf[id] = to;
        emit Transfer(from, to, id);
    }
}

/// @notice The same with the enumeration of ERC-721.
contract PorticoListedCards is PorticoCards {
    mapping(address owner => uint256[]) private _cards;

    function name() external pure override returns (string memory) {
        return "Portico Listed Cards";
    }

    function supportsInterface(bytes4 id) external pure override returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f || id == 0x780e9d63;
    }

    function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256) {
        return _cards[owner][index];
    }

    function _move(address from, address to, uint256 id) internal override {
        super._move(from, to, id);
        _cards[to].push(id);
        uint256[] storage left = _cards[from];
        for (uint256 at = 0; at < left.length; at++) {
            if (left[at] != id) continue;
            left[at] = left[left.length - 1];
            left.pop();
            return;
        }
    }
}

/// @notice ERC-1155: several of a kind.
contract PorticoEditions {
    mapping(address owner => mapping(uint256 id => uint256)) private _balances;
    mapping(uint256 id => string) public uri;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);

    error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 id);

    function name() external pure returns (string memory) {
        return "Portico Editions";
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function balanceOf(address owner, uint256 id) external view returns (uint256) {
        return _balances[owner][id];
    }

    function mint(address to, uint256 id, uint256 value, string calldata link) external {
        uri[id] = link;
        _balances[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata values) external {
        for (uint256 at = 0; at < ids.length; at++) _balances[to][ids[at]] += values[at];
        emit TransferBatch(msg.sender, address(0), to, ids, values);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        uint256 balance = _balances[from][id];
        if (msg.sender != from || balance < value) revert ERC1155InsufficientBalance(from, balance, value, id);
        unchecked {
            _balances[from][id] = balance - value;
            _balances[to][id] += value;
        }
        emit TransferSingle(msg.sender, from, to, id, value);
    }
}
