// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/read_model.h"

#include "engine/onnx/refusal.h"

namespace nestloom::onnx {

namespace {

enum class Message { Model, Graph, Node, Attribute, Tensor, SparseTensor, Function };
enum class Treatment { Keep, Drop, Walk, Data }; // Data: keep when small

struct Field {
    Treatment treatment = Treatment::Keep;
    Message message = Message::Model; // of Walk
};

constexpr Field walk(Message message) { return {Treatment::Walk, message}; }
constexpr Field kDrop{Treatment::Drop}, kData{Treatment::Data}, kKeep{};

// Numbers of the fields in onnx.proto.
Field modelField(std::uint64_t number)
{
    switch (number) {
    case 7: return walk(Message::Graph);
    case 25: return walk(Message::Function);
    case 6:
    case 14:
    case 20: return kDrop; // doc_string, metadata_props, training_info
    default: return kKeep;
    }
}

Field graphField(std::uint64_t number)
{
    switch (number) {
    case 1: return walk(Message::Node);
    case 5: return walk(Message::Tensor);
    case 15: return walk(Message::SparseTensor);
    case 10:
    case 14: return kDrop; // doc_string, quantization_annotation
    default: return kKeep;
    }
}

Field attributeField(std::uint64_t number)
{
    switch (number) {
    case 5:
    case 10: return walk(Message::Tensor);
    case 22:
    case 23: return walk(Message::SparseTensor);
    case 6:
    case 11:
    case 13:
    case 14:
    case 15: return kDrop; // subgraphs, doc_string, types
    default: return kKeep;
    }
}

Field tensorField(std::uint64_t number)
{
    switch (number) {
    case 4:
    case 5:
    case 6:
    case 7:
    case 9:
    case 10:
    case 11: return kData;
    case 12:
    case 13: return kDrop; // doc_string, external_data
    default: return kKeep;
    }
}

Field fieldOf(Message message, std::uint64_t number)
{
    switch (message) {
    case Message::Model: return modelField(number);
    case Message::Graph: return graphField(number);
    case Message::Node: return number == 5 ? walk(Message::Attribute) : number == 6 ? kDrop : kKeep;
    case Message::Attribute: return attributeField(number);
    case Message::Tensor: return tensorField(number);
    case Message::SparseTensor: return number <= 2 ? walk(Message::Tensor) : kKeep;
    case Message::Function: return number == 7 ? walk(Message::Node) : number == 8 ? kDrop : kKeep;
    }
    return kDrop;
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
