// Reads with Kaitai Struct: each specification is compiled to JavaScript by its compiler, and run on bytes by its
// runtime.
//
// Takes a list of {"text", "structure", "blob"} as JSON and returns for each a list of one way: {"leaves"}, or
// {"error"} if the compiler or its generated reader fails. A bit field has the offset of its first bit's byte.

const fs = require("fs");
const compiler = require("kaitai-struct-compiler");
const KaitaiStream = require("kaitai-struct/KaitaiStream");
const yaml = require("js-yaml");

// The runtime rounds 64-bit numbers.
const eight = (stream) => new DataView(stream.readBytes(8).slice().buffer);
KaitaiStream.prototype.readU8le = function () {
    return eight(this).getBigUint64(0, true);
};
KaitaiStream.prototype.readS8le = function () {
    return eight(this).getBigInt64(0, true);
};

const camel = (id) => id.replace(/_([a-z0-9])/g, (_, letter, at) => (at === 0 ? `_${letter}` : letter.toUpperCase()));
const widthOf = (attribute) => Number(/^b(\d+)$/.exec(attribute.type)?.[1] ?? 0);

// A structure that was read, with the specification of its type.
class Found {
    constructor(root, spec, value, leaves) {
        Object.assign(this, { root, spec, value, leaves });
        if (value._io.pos !== value._io.size) {
            throw new Error(`${value._io.size - value._io.pos} bytes are left`);
        }
    }

    inner(type, value) {
        const spec = this.spec.types?.[type] ?? this.root.types[type];
        return new Found(this.root, spec, value, this.leaves);
    }

    place({ start, end, ioOffset }) {
        return [ioOffset + start, end - start];
    }

    number(path, [offset, size], value) {
        this.leaves.push([path, offset, size, null, BigInt.asUintN(8 * size, BigInt(value))]);
    }

    read(path) {
        this.bits = new Map();
        this.inSequence(path);
        for (const [id, attribute] of Object.entries(this.spec.instances ?? {})) {
            const value = this.value[camel(id)];
            const name = attribute["-orig-id"];
            if (attribute.value !== undefined) {
                const [of, field] = attribute.value.split(".");
                const at = this.apart.get(of).get(field);
                this.field([...path, name], at, value);
            } else if (name === undefined) {
                const integer = this.inner(attribute.type, value);
                this.apart ??= new Map();
                this.apart.set(id, integer.fields());
            } else {
                this.member([...path, name], `_m_${camel(id)}`, attribute, value);
            }
        }
        for (const [path, bit, width, value] of this.bits.values()) {
            this.leaves.push([path, bit >> 3, 0, [bit & 7, width], value]);
        }
    }

    inSequence(path) {
        const fields = this.fields();
        for (const attribute of this.spec.seq) {
            const name = attribute["-orig-id"];
            if (name === undefined) {
                continue;
            }
            const value = this.value[camel(attribute.id)];
            if (widthOf(attribute) > 0) {
                this.field([...path, name], fields.get(attribute.id), value);
            } else {
                this.member([...path, name], camel(attribute.id), attribute, value);
            }
        }
    }

    // The first bit and the width of each bit field in the sequence.
    fields() {
        const fields = new Map();
        let bit = 0;
        this.spec.seq.forEach((attribute, index) => {
            const width = widthOf(attribute);
            const { ioOffset, end } = this.value._debug[camel(attribute.id ?? `_unnamed${index}`)];
            if (width === 0) {
                bit = 8 * (ioOffset + end);
                return;
            }
            if (bit === 0) {
                bit = 8 * ioOffset;
            }
            fields.set(attribute.id, [bit, width]);
            bit += width;
        });
        return fields;
    }

    // A bit field, or a part of one: parts come in order.
    field(path, [bit, width], value) {
        const name = path.join(".");
        const [, first, before, number] = this.bits.get(name) ?? [path, bit, 0, 0n];
        if (first + before !== bit) {
            throw new Error(`${name} is not in one piece`);
        }
        const whole = number + (BigInt(value) << BigInt(before));
        this.bits.set(name, [path, first, before + width, whole]);
    }

    // `known` is the name under which the runtime recorded the member.
    member(path, known, attribute, value) {
        const debug = this.value._debug[known];
        if (attribute.repeat === undefined) {
            this.element(path, attribute, value, debug);
        } else {
            value.forEach((element, index) => this.element([...path, index], attribute, element, debug.arr[index]));
        }
    }

    element(path, attribute, value, debug) {
        const [offset, size] = this.place(debug);
        if (value instanceof Uint8Array) {
            value.forEach((byte, index) => this.number([...path, index], [offset + index, 1], byte));
        } else if (typeof value === "object") {
            this.inner(attribute.type, value).read(path);
        } else {
            this.number(path, [offset, size], value);
        }
    }
}

async function read({ text, blob }) {
    const spec = yaml.load(text);
    const files = await compiler.compile("javascript", spec, null, true);
    const [source] = Object.values(files);
    const made = {};
    new Function("exports", "require", source)(made, require);
    const [Structure] = Object.values(made);
    const bytes = Uint8Array.from(Buffer.from(blob, "hex"));
    const value = new Structure(new KaitaiStream(bytes.buffer));
    value._read();
    const leaves = [];
    new Found(spec, spec, value, leaves).read([]);
    const written = leaves.map(([path, offset, size, bits, number]) => {
        const known = [path, offset, size, bits].map((part) => JSON.stringify(part));
        return `[${known.join()},${number}]`;
    });
    return `[{"leaves":[${written.join()}]}]`;
}

async function main() {
    const answers = [];
    for (const each of JSON.parse(fs.readFileSync(0, "utf-8"))) {
        const refused = (error) => JSON.stringify([{ error: String(error) }]);
        answers.push(await read(each).catch(refused));
    }
    process.stdout.write(`[${answers.join()}]`);
}

main();
