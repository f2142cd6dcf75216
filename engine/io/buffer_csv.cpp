// SPDX-License-Identifier: Apache-2.0
#include "engine/io/buffer_csv.h"

#include "engine/base/text.h"

#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

namespace nestloom::io {

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 44; // B or steps; sums of all buffers must not overflow
constexpr std::size_t kMostBuffers = 100'000;
constexpr std::size_t kMostPairs = 60'000'000; // in use at a common step: FirstFit keeps them all

std::vector<std::string_view> splitAt(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

/// The word that this reader uses for a column of minimalloc's old and new formats.
std::string_view canonical(std::string_view column)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kOthers{
        {{"buffer", "id"}, {"buffer_id", "id"}, {"start", "lower"}, {"begin", "lower"}}};
    for (const auto& [other, name] : kOthers)
        if (column == other)
            return name;
    return column;
}

class BufferReader {
public:
    explicit BufferReader(const std::string& fileName) : m_fileName(fileName) {}

    Result<BufferTable> run(std::string_view text)
    {
        constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf"; // of spreadsheets
        if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
            text.remove_prefix(kByteOrderMark.size());
        for (const std::string_view raw : splitAt(text, '\n')) {
            ++m_line;
            const std::string_view line = trimmed(raw);
            if (line.empty())
                continue;
            if (m_columns.empty())
                readHeader(line);
            else
                readBuffer(csvFields(line));
            if (m_error)
                return *m_error;
        }
        if (m_columns.empty())
            return Error{ErrorCode::InvalidInput, "the file is empty; it needs a header like id,lower,upper,size",
                         m_fileName};
        if (m_table.buffers.empty())
            return Error{ErrorCode::InvalidInput, "the file has no buffers; each is a line of its own below the header",
                         m_fileName + ":" + std::to_string(m_headerLine)};
        if (const std::size_t pairs = pairsInUse(); pairs > kMostPairs)
            return Error{ErrorCode::InvalidInput,
                         std::to_string(pairs) + " pairs of buffers are in use at a common step; at most "
                             + std::to_string(kMostPairs) + " are taken",
                         m_fileName};
        return std::move(m_table);
    }

private:
    void report(std::string_view column, std::string message)
    {
        if (!m_error)
            m_error =
                Error{ErrorCode::InvalidInput, std::move(message),
                      m_fileName + ":" + std::to_string(m_line) + (column.empty() ? "" : ": " + std::string(column))};
    }

    std::size_t pairsInUse() const
    {
        std::vector<memory::BufferPart> parts;
        for (const memory::Buffer& buffer : m_table.buffers)
            for (const memory::BufferPart& part : memory::parts(buffer))
                parts.push_back(part);
        const auto counts = memory::countMeetings(parts);
        return std::accumulate(counts.begin(), counts.end(), std::size_t(0)) / 2;
    }

    void readHeader(std::string_view line)
    {
        const std::vector<std::string> fields = csvFields(line);
        static const std::set<std::string_view> kKnown{"id",   "lower",     "upper", "end",
                                                       "size", "alignment", "gaps",  "offset"};
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::string_view name = canonical(fields[i]);
            if (!kKnown.contains(name))
                continue; // of other tools
            if (!m_columns.try_emplace(std::string(name), i).second)
                report("", "column " + inQuotes(name) + " is there twice");
        }
        for (const char* needed : {"id", "lower", "size"})
            if (!m_columns.contains(needed))
                report("", "column '" + std::string(needed) + "' is missing in " + inQuotes(line)
                               + "; the header needs id,lower,upper,size, separated by commas");
        if (m_columns.contains("upper") == m_columns.contains("end"))
            report("", "the header needs one of the columns 'upper' (behind the last step) and 'end' (the last step)");
        m_table.endIsIncluded = m_columns.contains("end");
        m_count = fields.size();
        m_headerLine = m_line;
    }

    std::string_view field(const std::vector<std::string>& fields, const char* column) const
    {
        const auto it = m_columns.find(column);
        return it == m_columns.end() ? std::string_view() : fields[it->second];
    }

    std::int64_t number(std::string_view column, std::string_view text, std::int64_t least)
    {
        std::int64_t value = 0;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool isFarOut = error == std::errc::result_out_of_range;
        if ((error != std::errc() && !isFarOut) || stop != text.data() + text.size())
            report(column, inQuotes(text) + " is no whole number");
        else if (isFarOut || value < least || value > kMost)
            report(column, inQuotes(text) + " is not from " + std::to_string(least) + " to " + std::to_string(kMost));
        return std::clamp(value, least, kMost);
    }

    void readBuffer(const std::vector<std::string>& fields)
    {
        if (fields.size() != m_count)
            return report("", "the line has " + std::to_string(fields.size()) + " fields, the header has "
                                  + std::to_string(m_count));
        if (m_table.buffers.size() == kMostBuffers)
            return report("", "there are more than " + std::to_string(kMostBuffers) + " buffers");
        const char* const end = m_table.endIsIncluded ? "end" : "upper";
        memory::Buffer buffer;
        const std::int64_t lower = number("lower", field(fields, "lower"), 0);
        const std::int64_t last = number(end, field(fields, end), 0) - (m_table.endIsIncluded ? 0 : 1);
        if (last < lower)
            report(end, inQuotes(field(fields, end)) + " must be " + (m_table.endIsIncluded ? "at least " : "above ")
                            + std::to_string(lower) + ", where the buffer begins");
        buffer.first = std::size_t(lower);
        buffer.last = std::size_t(std::max(lower, last));
        buffer.size = {number("size", field(fields, "size"), 0)};
        if (const auto text = field(fields, "alignment"); !text.empty())
            buffer.alignment = {number("alignment", text, 1)};
        if (const auto text = field(fields, "offset"); !text.empty())
            buffer.offset = Bytes{number("offset", text, 0)};
        for (const std::string_view gap : splitAt(field(fields, "gaps"), ' '))
            if (!gap.empty() && !m_error)
                readGap(gap, buffer);
        const std::string_view id = field(fields, "id");
        if (const auto [it, isNew] = m_lineOf.try_emplace(std::string(id), m_line); !isNew)
            report("id", inQuotes(id) + " is the buffer of line " + std::to_string(it->second) + " already");
        m_table.ids.emplace_back(id);
        m_table.buffers.push_back(std::move(buffer));
    }

    /// "first-end" or "first-end@low:high".
    void readGap(std::string_view text, memory::Buffer& buffer)
    {
        const auto at = splitAt(text, '@');
        const auto steps = splitAt(at[0], '-');
        const auto bytes = at.size() == 2 ? splitAt(at[1], ':') : std::vector<std::string_view>();
        if (steps.size() != 2 || at.size() > 2 || (at.size() == 2 && bytes.size() != 2))
            return report("gaps", inQuotes(text) + " is no gap; write 3-5 or 3-5@0:64");
        const std::int64_t first = number("gaps", steps[0], 0);
        const std::int64_t last = number("gaps", steps[1], 0) - (m_table.endIsIncluded ? 0 : 1);
        const std::size_t free = buffer.gaps.empty() ? buffer.first : buffer.gaps.back().last + 1;
        if (last < first || first < std::int64_t(free) || last > std::int64_t(buffer.last))
            return report("gaps", inQuotes(text) + " is empty, reaches out of the buffer's steps or into another gap");
        memory::Gap gap{std::size_t(first), std::size_t(last), {}};
        if (!bytes.empty()) {
            gap.window = memory::Window{{number("gaps", bytes[0], 0)}, {number("gaps", bytes[1], 0)}};
            if (gap.window->low >= gap.window->high || gap.window->high > buffer.size)
                return report("gaps", inQuotes(text) + " needs bytes within the buffer's "
                                          + std::to_string(buffer.size.count) + " B");
        }
        buffer.gaps.push_back(gap);
    }

    const std::string& m_fileName;
    std::map<std::string, std::size_t, std::less<>> m_columns;
    std::map<std::string, std::size_t> m_lineOf; // of each id
    std::size_t m_count = 0, m_line = 0, m_headerLine = 0;
    BufferTable m_table;
    std::optional<Error> m_error;
};

std::string gapsText(const memory::Buffer& buffer, std::size_t addend)
{
    std::string text;
    for (const memory::Gap& gap : buffer.gaps) {
        text += (text.empty() ? "" : " ") + std::to_string(gap.first) + "-" + std::to_string(gap.last + addend);
        if (gap.window)
            text += "@" + std::to_string(gap.window->low.count) + ":" + std::to_string(gap.window->high.count);
    }
    return text;
}

/// As csvFields() reads it back: in quotes where it needs them.
std::string csvField(const std::string& text)
{
    if (csvFields(text) == std::vector{text})
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

} // namespace

Result<BufferTable> readBufferCsv(const std::string& text, const std::string& fileName)
{
    TRY_DO(checkUtf8(text, fileName));
    return BufferReader(fileName).run(text);
}

std::string writeBufferCsv(const BufferTable& table, const std::vector<Bytes>& offsets)
{
    const auto any = [&](auto has) { return std::ranges::any_of(table.buffers, has); };
    const bool alignment = any([](const memory::Buffer& b) { return b.alignment.count != 1; });
    const bool gaps = any([](const memory::Buffer& b) { return !b.gaps.empty(); });
    const std::size_t addend = table.endIsIncluded ? 0 : 1;
    std::string text = table.endIsIncluded ? "id,start,end,size" : "id,lower,upper,size";
    text +=
        std::string(alignment ? ",alignment" : "") + (gaps ? ",gaps" : "") + (offsets.empty() ? "" : ",offset") + "\n";
    for (std::size_t i = 0; i < table.buffers.size(); ++i) {
        const memory::Buffer& b = table.buffers[i];
        text += csvField(table.ids[i]) + "," + std::to_string(b.first) + "," + std::to_string(b.last + addend) + ","
                + std::to_string(b.size.count);
        if (alignment)
            text += "," + std::to_string(b.alignment.count);
        if (gaps)
            text += "," + gapsText(b, addend);
        if (!offsets.empty())
            text += "," + std::to_string(offsets[i].count);
        text += "\n";
    }
    return text;
}

} // namespace nestloom::io
