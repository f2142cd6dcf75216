// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/read_model.h"

#include "engine/onnx/refusal.h"

#include <algorithm>
#include <array>

namespace nestloom::onnx {

namespace {

enum class Message { Model, Graph, Node, Attribute, Tensor, SparseTensor, Function };
enum class Treatment { Keep, Drop, Walk, Data }; // Data: keep when small

struct Field {
    Treatment treatment = Treatment::Keep;
    Message message = Message::Model; // of Walk
};

constexpr Field walk(Message message) { return {Treatment::Walk, message}; }
constexpr Field kDrop{Treatment::Drop}, kData{Treatment::Data};

/// What becomes of some fields of a message, by their numbers in onnx.proto (0 = none); all others are kept.
struct FieldRule {
    Message message;
    std::array<std::uint64_t, 7> numbers;
    Field field;
};
constexpr FieldRule kRules[]{
    {Message::Model, {7}, walk(Message::Graph)},
    {Message::Model, {25}, walk(Message::Function)},
    {Message::Model, {6, 14, 20}, kDrop}, // doc_string, metadata_props, training_info
    {Message::Graph, {1}, walk(Message::Node)},
    {Message::Graph, {5}, walk(Message::Tensor)},
    {Message::Graph, {15}, walk(Message::SparseTensor)},
    {Message::Graph, {10, 14}, kDrop}, // doc_string, quantization_annotation
    {Message::Node, {5}, walk(Message::Attribute)},
    {Message::Node, {6}, kDrop}, // doc_string
    {Message::Attribute, {5, 10}, walk(Message::Tensor)},
    {Message::Attribute, {22, 23}, walk(Message::SparseTensor)},
    {Message::Attribute, {6, 11, 13, 14, 15}, kDrop}, // subgraphs, doc_string, types
    {Message::Tensor, {4, 5, 6, 7, 9, 10, 11}, kData},
    {Message::Tensor, {12, 13}, kDrop}, // doc_string, external_data
    {Message::SparseTensor, {1, 2}, walk(Message::Tensor)},
    {Message::Function, {7}, walk(Message::Node)},
    {Message::Function, {8}, kDrop}, // doc_string
};

Field fieldOf(Message message, std::uint64_t number)
{
    for (const FieldRule& rule : kRules)
        if (rule.message == message && std::ranges::count(rule.numbers, number) > 0)
            return rule.field;
    return {};
}

void appendVarint(std::string& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out.push_back(static_cast<char>(0x80 | (value & 0x7f)));
    out.push_back(static_cast<char>(value));
}

class Walk {
public:
    Walk(std::istream& file, std::int64_t size) : m_buffer(*file.rdbuf()), m_size(size) {}

    std::string model()
    {
        std::string out;
        message(Message::Model, m_size, out);
        return out;
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        refuse("this is no ONNX file, or a damaged one: " + what + " at byte " + std::to_string(m_position));
    }

    std::uint64_t varint(std::int64_t end)
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (m_position >= end)
                fail("a number is cut off");
            const int byte = m_buffer.sbumpc();
            if (byte < 0)
                fail("the file ends too early");
            ++m_position;
            value |= std::uint64_t(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        fail("a number is longer than 64 bits");
    }

    void skip(std::int64_t count)
    {
        m_position += count;
        if (count > 0 && m_buffer.pubseekoff(count, std::ios::cur, std::ios::in) == std::streampos(-1))
            fail("the file ends too early");
    }

    void copy(std::int64_t count, std::string& out)
    {
        const std::size_t begin = out.size();
        out.resize(begin + std::size_t(count));
        if (m_buffer.sgetn(out.data() + begin, count) != count)
            fail("the file ends too early");
        m_position += count;
    }

    /// Limits what the parsed messages will take, not the bytes of the file: an empty node takes 2 B there.
    void spend(std::int64_t bytes)
    {
        m_memory += bytes;
        if (m_memory > kMaxStructure)
            refuse("the network's structure takes more than 512 MiB of memory without its weights");
    }

    std::int64_t length(std::int64_t end)
    {
        const std::uint64_t value = varint(end);
        if (value > std::uint64_t(end - m_position))
            fail("a field of " + std::to_string(value) + " B does not fit what contains it");
        return std::int64_t(value);
    }

    /// A field of a fixed width or one number: it is kept unless it is content of a tensor beyond the limit.
    void number(std::uint64_t tag, bool keep, std::int64_t end, std::string& out)
    {
        std::string text;
        appendVarint(text, tag);
        const int wire = int(tag & 7);
        if (wire == 0)
            appendVarint(text, varint(end));
        else {
            const std::int64_t width = wire == 1 ? 8 : 4;
            if (end - m_position < width)
                fail("a number is cut off");
            copy(width, text);
        }
        if (keep) {
            spend(16);
            out += text;
        }
    }

    void bytes(Message kind, std::uint64_t tag, const Field& field, std::int64_t& data, std::int64_t end,
               std::string& out)
    {
        const std::int64_t count = length(end);
        if (field.treatment == Treatment::Data)
            data += count;
        if (field.treatment == Treatment::Drop || (field.treatment == Treatment::Data && data > kMaxTensorData))
            return skip(count);
        std::string body;
        if (field.treatment == Treatment::Walk) {
            spend(256);
            message(field.message, m_position + count, body);
        } else {
            spend(40 + count * (kind == Message::Model || kind == Message::Graph ? 32 : 8));
            copy(count, body);
        }
        appendVarint(out, tag);
        appendVarint(out, body.size());
        out += body;
    }

    void message(Message kind, std::int64_t end, std::string& out)
    {
        std::int64_t data = 0; // content of this tensor so far
        while (m_position < end) {
            const std::uint64_t tag = varint(end);
            const Field field = tag >> 3 == 0 || tag >> 3 > 0x1fffffff ? kDrop : fieldOf(kind, tag >> 3);
            switch (tag & 7) {
            case 0:
            case 1:
            case 5:
                data += field.treatment == Treatment::Data ? 8 : 0;
                number(tag,
                       field.treatment == Treatment::Keep
                           || (field.treatment == Treatment::Data && data <= kMaxTensorData),
                       end, out);
                break;
            case 2: bytes(kind, tag, field, data, end, out); break;
            default: fail("a field has a type that ONNX does not use");
            }
        }
    }

    std::streambuf& m_buffer;
    std::int64_t m_size;
    std::int64_t m_position = 0;
    std::int64_t m_memory = 0;
};

} // namespace

std::string stripWeights(std::istream& file, std::int64_t size) { return Walk(file, size).model(); }

pb::ModelProto readModel(std::istream& file, std::int64_t size)
{
    if (size == 0)
        refuse("the file is empty");
    pb::ModelProto model;
    if (!model.ParseFromString(stripWeights(file, size)))
        refuse("this is no ONNX file, or a damaged one: protobuf cannot read its structure");
    if (!model.has_graph())
        refuse("this is no ONNX file: it holds no graph");
    if (model.graph().node_size() == 0)
        refuse("the file's graph has no nodes");
    if (model.graph().node_size() > kMaxNodes)
        refuse("the graph has " + std::to_string(model.graph().node_size()) + " nodes; more than "
               + std::to_string(kMaxNodes) + " are not read");
    return model;
}

} // namespace nestloom::onnx
