// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/protocol.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace nestloom::milp::protocol {

/// Numbers, texts and lists as bytes: the body of a message of protocol.h.

class Writer {
public:
    template <typename Number>
    void put(Number number)
    {
        static_assert(std::is_arithmetic_v<Number>);
        const std::size_t end = m_bytes.size();
        m_bytes.resize(end + sizeof(Number));
        std::memcpy(m_bytes.data() + end, &number, sizeof(Number));
    }
    void put(bool flag) { put(std::uint8_t(flag)); }
    void put(const std::string& text)
    {
        put(std::uint64_t(text.size()));
        for (const char c : text)
            m_bytes.push_back(static_cast<std::byte>(c));
    }
    void put(const Assignment& values)
    {
        put(std::uint64_t(values.size()));
        for (const double value : values)
            put(value);
    }
    void put(const std::vector<std::pair<VariableId, double>>& terms)
    {
        put(std::uint64_t(terms.size()));
        for (const auto& [variable, coefficient] : terms) {
            put(variable.value);
            put(coefficient);
        }
    }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

/// Reads a body. After the first thing that does not fit, ok() is false and every value is zero or empty.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    template <typename Number>
    Number get()
    {
        std::array<std::byte, sizeof(Number)> bytes{};
        if (!has(1, sizeof(Number)))
            return Number{};
        std::memcpy(bytes.data(), m_bytes.data(), sizeof(Number));
        m_bytes = m_bytes.subspan(sizeof(Number));
        return std::bit_cast<Number>(bytes);
    }
    bool getFlag()
    {
        const auto flag = get<std::uint8_t>();
        check(flag <= 1);
        return flag == 1;
    }
    template <typename Enum>
    Enum getEnum(Enum last)
    {
        const auto value = get<std::uint8_t>();
        check(value <= std::uint8_t(last));
        return m_ok ? static_cast<Enum>(value) : Enum{};
    }
    /// A count of items that take at least itemSize bytes each: more than the rest of the body is refused here.
    std::uint64_t getCount(std::size_t itemSize)
    {
        const auto count = get<std::uint64_t>();
        return has(count, itemSize) ? count : 0;
    }
    std::string getText()
    {
        std::string text(getCount(1), '\0');
        std::memcpy(text.data(), m_bytes.data(), text.size());
        m_bytes = m_bytes.subspan(text.size());
        return text;
    }
    double getBound()
    {
        const auto bound = get<double>();
        check(!std::isnan(bound));
        return bound;
    }
    Assignment getAssignment()
    {
        Assignment values(getCount(sizeof(double)));
        for (double& value : values) {
            value = get<double>();
            check(std::isfinite(value));
        }
        return values;
    }
    LinearExpression getTerms(std::size_t variableCount)
    {
        LinearExpression expression;
        const std::uint64_t count = getCount(sizeof(std::uint32_t) + sizeof(double));
        for (std::uint64_t i = 0; i < count && m_ok; ++i) {
            const VariableId variable{get<std::uint32_t>()};
            const auto coefficient = get<double>();
            check(variable.value < variableCount && std::isfinite(coefficient));
            if (m_ok)
                expression.add(variable, coefficient);
        }
        return expression;
    }
    void check(bool holds) { m_ok = m_ok && holds; }
    bool atEnd() const { return m_ok && m_bytes.empty(); }
    bool ok() const { return m_ok; }

private:
    bool has(std::uint64_t count, std::size_t itemSize)
    {
        check(count <= m_bytes.size() / itemSize);
        return m_ok;
    }

    std::span<const std::byte> m_bytes;
    bool m_ok = true;
};

namespace {

void write(Writer& writer, const Model& model)
{
    writer.put(std::uint64_t(model.variables().size()));
    for (const Variable& variable : model.variables()) {
        writer.put(variable.lower);
        writer.put(variable.upper);
        writer.put(variable.integer);
    }
    writer.put(std::uint64_t(model.rows().size()));
    for (const Row& row : model.rows()) {
        writer.put(row.lower);
        writer.put(row.upper);
        writer.put(row.terms);
    }
    writer.put(model.objectiveConstant());
    writer.put(model.objective());
}

Model readModel(Reader& reader)
{
    Model model;
    const std::uint64_t variables = reader.getCount(2 * sizeof(double) + 1);
    for (std::uint64_t i = 0; i < variables && reader.ok(); ++i) {
        const double lower = reader.getBound();
        const double upper = reader.getBound();
        const bool integer = reader.getFlag();
        if (reader.ok())
            model.addVariable(lower, upper, integer, {});
    }
    const std::uint64_t rows = reader.getCount(2 * sizeof(double) + sizeof(std::uint64_t));
    for (std::uint64_t i = 0; i < rows && reader.ok(); ++i) {
        const double lower = reader.getBound();
        const double upper = reader.getBound();
        const LinearExpression terms = reader.getTerms(variables);
        if (reader.ok())
            model.addRange(terms, lower, upper, {});
    }
    const auto constant = reader.get<double>();
    reader.check(std::isfinite(constant));
    LinearExpression objective = reader.getTerms(variables);
    objective.add(constant);
    model.minimize(objective);
    return model;
}

void write(Writer& writer, const Solve& message)
{
    writer.put(message.parameters.absoluteGap);
    writer.put(message.parameters.relativeGap);
    writer.put(message.parameters.relaxationOnly);
    writer.put(message.parameters.presolve);
    writer.put(message.timeLimitMs);
    writer.put(message.nodeLimit);
    write(writer, message.model);
}

void read(Reader& reader, Solve& message)
{
    message.parameters.absoluteGap = reader.getBound();
    message.parameters.relativeGap = reader.getBound();
    message.parameters.relaxationOnly = reader.getFlag();
    message.parameters.presolve = reader.getFlag();
    message.timeLimitMs = reader.get<std::int64_t>();
    message.nodeLimit = reader.get<std::int64_t>();
    message.model = readModel(reader);
}

void write(Writer&, const Stop&) {}
void read(Reader&, Stop&) {}

void write(Writer& writer, const ProgressReport& message)
{
    writer.put(message.incumbent);
    writer.put(message.bound);
    writer.put(message.nodes);
}

void read(Reader& reader, ProgressReport& message)
{
    message.incumbent = reader.get<double>();
    message.bound = reader.get<double>();
    message.nodes = reader.get<std::int64_t>();
}

void write(Writer& writer, const Incumbent& message)
{
    writer.put(message.objective);
    writer.put(message.assignment);
}

void read(Reader& reader, Incumbent& message)
{
    message.objective = reader.getBound();
    message.assignment = reader.getAssignment();
}

void write(Writer& writer, const Done& message)
{
    writer.put(std::uint8_t(message.status));
    writer.put(std::uint8_t(message.cause));
    writer.put(message.bound);
    writer.put(message.nodes);
    writer.put(message.cpuNanoseconds);
    writer.put(message.reason);
    writer.put(message.hasSolution);
    writer.put(message.assignment);
    writer.put(message.prices);
}

void read(Reader& reader, Done& message)
{
    message.status = reader.getEnum(SolveStatus::NoSolutionFound);
    message.cause = reader.getEnum(StopCause::Cancelled);
    message.bound = reader.get<double>();
    message.nodes = reader.get<std::int64_t>();
    message.cpuNanoseconds = reader.get<std::int64_t>();
    message.reason = reader.getText();
    message.hasSolution = reader.getFlag();
    message.assignment = reader.getAssignment();
    message.prices = reader.getAssignment();
    reader.check(message.nodes >= 0 && message.cpuNanoseconds >= 0);
}

void write(Writer& writer, const Failed& message) { writer.put(message.message); }
void read(Reader& reader, Failed& message) { message.message = reader.getText(); }

struct Header {
    std::uint32_t magic = kMagic;
    std::uint16_t version = kVersion;
    std::uint16_t kind = 0;
    std::uint64_t bodySize = 0;
};
static_assert(sizeof(Header) == kHeaderSize);

Error broken(std::string what)
{
    return Error{ErrorCode::SolverFailure, "a message between Nestloom and its solver is not readable: " + what, {}};
}

/// The message of the given kind (= index in the variant), or nothing when the body does not fit it.
template <std::size_t Kind = 0>
std::optional<Message> readBody(std::size_t kind, Reader& reader)
{
    if constexpr (Kind < std::variant_size_v<Message>) {
        if (kind != Kind)
            return readBody<Kind + 1>(kind, reader);
        std::variant_alternative_t<Kind, Message> message;
        message.request = reader.get<RequestId>();
        read(reader, message);
        if (reader.atEnd())
            return Message(std::move(message));
    }
    return std::nullopt;
}

} // namespace

Buffer encode(const Message& message)
{
    Writer writer;
    writer.put(kMagic);
    writer.put(kVersion);
    writer.put(std::uint16_t(message.index()));
    writer.put(std::uint64_t{0}); // the size, known at the end
    std::visit(
        [&writer](const auto& body) {
            writer.put(body.request);
            write(writer, body);
        },
        message);
    Buffer frame = writer.take();
    const std::uint64_t bodySize = frame.size() - kHeaderSize;
    std::memcpy(frame.data() + offsetof(Header, bodySize), &bodySize, sizeof(bodySize));
    return frame;
}

void Decoder::append(std::span<const std::byte> bytes)
{
    m_bytes.erase(m_bytes.begin(), m_bytes.begin() + std::ptrdiff_t(m_begin));
    m_begin = 0;
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
}

Result<std::optional<Message>> Decoder::next()
{
    const std::span<const std::byte> rest = std::span(m_bytes).subspan(m_begin);
    if (rest.size() < kHeaderSize)
        return std::optional<Message>();
    Header header;
    std::memcpy(&header, rest.data(), kHeaderSize);
    if (header.magic != kMagic)
        return broken("it does not start with the mark of the protocol");
    if (header.version != kVersion)
        return broken("it speaks version " + std::to_string(header.version) + " of the protocol, not version "
                      + std::to_string(kVersion));
    if (header.bodySize > kMaxBodySize)
        return broken("a message of " + std::to_string(header.bodySize) + " bytes is over the limit");
    if (rest.size() - kHeaderSize < header.bodySize)
        return std::optional<Message>();
    Reader reader(rest.subspan(kHeaderSize, header.bodySize));
    std::optional<Message> message = readBody(header.kind, reader);
    if (!message)
        return broken("the body of a message of kind " + std::to_string(header.kind) + " does not fit its kind");
    m_begin += kHeaderSize + header.bodySize;
    return message;
}

} // namespace nestloom::milp::protocol
