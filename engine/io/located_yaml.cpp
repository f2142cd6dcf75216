// SPDX-License-Identifier: Apache-2.0
#include "engine/io/located_yaml.h"

#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace nestloom::io {

namespace {

using Kind = YamlNode::Kind;

YamlNode* valueOf(YamlNode& map, std::string_view key)
{
    return const_cast<YamlNode*>(map.find(key)); // of a map that is not const
}

constexpr std::size_t kMostCompared = 200'000'000; // keys: half a second; designs need some thousands

/// False when it takes more comparisons than are left.
bool mergeInto(YamlNode& map, const YamlNode& other, bool isDeep, std::size_t& compared)
{
    for (std::size_t i = 0; i < other.keys.size(); ++i) {
        compared += map.keys.size();
        if (compared > kMostCompared)
            return false;
        YamlNode* own = valueOf(map, other.keys[i]);
        const YamlNode& theirs = other.items[i];
        if (!own) {
            map.keys.push_back(other.keys[i]);
            map.items.push_back(theirs);
        } else if (!isDeep || own->tag == "!nomerge") {
            continue;
        } else if (own->kind == Kind::Map && theirs.kind == Kind::Map) {
            if (!mergeInto(*own, theirs, true, compared))
                return false;
        } else if (own->kind == Kind::List && theirs.kind == Kind::List) {
            own->items.insert(own->items.end(), theirs.items.begin(), theirs.items.end());
        }
    }
    return true;
}

Status merge(YamlNode& map, const YamlNode& source, const std::string& key)
{
    const bool isDeep = key == "<<<";
    const auto tooMany = [&] { return Error{ErrorCode::InvalidInput, "too many keys are merged into one map", key}; };
    std::size_t compared = 0;
    if (source.kind == Kind::Map)
        return mergeInto(map, source, isDeep, compared) ? success() : Status(tooMany());
    if (source.kind != Kind::List)
        return Error{ErrorCode::InvalidInput, "only a map, or a list of maps, can be merged into a map", key};
    for (const YamlNode& item : source.items) {
        if (item.kind != Kind::Map)
            return Error{ErrorCode::InvalidInput, "only maps can be merged into a map", key};
        if (!mergeInto(map, item, isDeep, compared))
            return tooMany();
    }
    return success();
}

/// Replaces the merge key of a map by what it brings; anything else stays as it is.
///   <<: {...} or [{...}, ...]    keys that the map does not have itself
///   <<<: the same                also merges maps that both have, key by key, and appends lists to lists;
///                                a value tagged !nomerge stays as it is
/// Fails   InvalidInput for a merge of anything but maps, and for two merge keys in one map; `where` is the key
Status applyMergeKeys(YamlNode& node)
{
    if (node.kind != Kind::Map)
        return success();
    std::size_t found = node.keys.size();
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        if (node.keys[i] != "<<" && node.keys[i] != "<<<")
            continue;
        if (found != node.keys.size())
            return Error{ErrorCode::InvalidInput, "a map may have one merge key, '<<' or '<<<'", node.keys[i]};
        found = i;
    }
    if (found == node.keys.size())
        return success();
    const std::string key = node.keys[found];
    const YamlNode source = std::move(node.items[found]);
    node.keys.erase(node.keys.begin() + std::ptrdiff_t(found));
    node.items.erase(node.items.begin() + std::ptrdiff_t(found));
    return merge(node, source, key);
}

} // namespace

const YamlNode* YamlNode::find(std::string_view key) const
{
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == key)
            return &items[i];
    return nullptr;
}

namespace {

int lineOf(const YAML::Mark& mark) { return mark.line + 1; }
std::size_t beginOf(const YAML::Mark& mark) { return std::size_t(std::max(0, mark.pos)); }

/// What ends reading early. Thrown and caught in this file only: an event handler has no other way to stop the parser.
struct Refusal {
    int line;
    std::string key;
    std::string message;
};

/// yaml-cpp reads the escapes \N and \_ as a byte of Latin-1 each; all else of a text that is UTF-8 stays that.
std::string inUtf8(std::string value)
{
    for (std::size_t at = 0; at < value.size(); ++at) {
        const auto byte = static_cast<unsigned char>(value[at]);
        if (byte >= 0x80 && byte < 0xC0) // goes on where nothing began
            value.insert(at++, 1, '\xC2');
        else
            at += byte < 0xC0 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    }
    return value;
}

std::size_t nodesOf(const YamlNode& node)
{
    std::size_t count = 1;
    for (const YamlNode& item : node.items)
        count += nodesOf(item);
    return count;
}

std::size_t depthOf(const YamlNode& node)
{
    std::size_t depth = 0;
    for (const YamlNode& item : node.items)
        depth = std::max(depth, depthOf(item));
    return depth + (node.kind == YamlNode::Kind::List || node.kind == YamlNode::Kind::Map);
}

/// Builds the tree from the parser's events. Depth is refused as it is met, so the parser never recurses deeper.
class TreeBuilder : public YAML::EventHandler {
public:
    /// `foreign`: with tags, aliases and merge keys.
    explicit TreeBuilder(bool foreign, YamlIncludes included = {}) : m_foreign(foreign), m_included(std::move(included))
    {
    }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        add({YamlNode::Kind::Empty, lineOf(mark), {}, {}, {}}, anchor);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        if (!m_foreign)
            throw Refusal{lineOf(mark), openKey(), "aliases (*name) are not read here; write the value out"};
        const auto named = m_anchors.find(anchor);
        if (named == m_anchors.end())
            throw Refusal{lineOf(mark), openKey(), "the alias stands within what it names, which would never end"};
        addCopy(named->second, mark);
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& read) override
    {
        const std::string value = inUtf8(read);
        refuseTag(mark, tag);
        if (isKeyExpected())
            return addKey(mark, value);
        if (m_included && tag.size() > 1)
            if (const YamlNode* named = m_included(tag, value))
                return addCopy(*named, mark);
        // A bare ~ or null stands for no value, as in YAML 1.2; in quotes they are text.
        const bool isNull = tag == "?" && (value.empty() || value == "~" || value == "null");
        add({isNull ? YamlNode::Kind::Empty : YamlNode::Kind::Scalar, lineOf(mark), value, {}, {}, {}, beginOf(mark)},
            anchor);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(mark, tag, anchor, YamlNode::Kind::List);
    }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(mark, tag, anchor, YamlNode::Kind::Map);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

    YamlNode takeRoot() { return std::move(m_root); }

private:
    struct Frame {
        YamlNode node;
        bool hasKey = false; // Map: the key is known, its value comes next
        std::map<std::string, int> keyLines;
        YAML::anchor_t anchor = 0; // 0 = none
    };

    static std::string tooDeep()
    {
        return "lists and maps are nested deeper than " + std::to_string(kMaxYamlDepth) + " levels";
    }

    bool isKeyExpected() const
    {
        return !m_open.empty() && m_open.back().node.kind == YamlNode::Kind::Map && !m_open.back().hasKey;
    }

    /// The innermost key whose value is being read.
    std::string openKey() const
    {
        for (auto frame = m_open.rbegin(); frame != m_open.rend(); ++frame)
            if (frame->hasKey)
                return frame->node.keys.back();
        return "";
    }

    void refuseTag(const YAML::Mark& mark, const std::string& tag) const
    {
        if (!m_foreign && !tag.empty() && tag != "?" && tag != "!")
            throw Refusal{lineOf(mark), openKey(),
                          "tags (" + inQuotes(tag) + ") are not read here; write the value without one"};
    }

    void countNodes(std::size_t more, int line)
    {
        m_nodes += more;
        if (m_foreign && m_nodes > kMaxForeignNodes)
            throw Refusal{line, openKey(),
                          "there are more than " + std::to_string(kMaxForeignNodes) + " values, aliases written out"};
    }

    void addKey(const YAML::Mark& mark, const std::string& key)
    {
        Frame& frame = m_open.back();
        const auto [earlier, isNew] = frame.keyLines.try_emplace(key, lineOf(mark));
        if (!isNew)
            throw Refusal{lineOf(mark), key,
                          "the key " + inQuotes(key) + " is given twice, first in line "
                              + std::to_string(earlier->second)};
        frame.node.keys.push_back(key);
        frame.hasKey = true;
    }

    void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YamlNode::Kind kind)
    {
        refuseTag(mark, tag);
        if (isKeyExpected())
            throw Refusal{lineOf(mark), "",
                          "a key must be plain text, not a list or a map; is a bracket before it open?"};
        if (m_open.size() >= std::size_t(kMaxYamlDepth))
            throw Refusal{lineOf(mark), openKey(), tooDeep()};
        m_open.push_back(
            {{kind, lineOf(mark), {}, {}, {}, tag.size() > 1 ? tag : "", beginOf(mark)}, false, {}, anchor});
    }

    void close()
    {
        YamlNode node = std::move(m_open.back().node);
        const YAML::anchor_t anchor = m_open.back().anchor;
        m_open.pop_back();
        if (m_foreign)
            if (const Status merged = applyMergeKeys(node); !merged)
                throw Refusal{node.line, merged.error().where, merged.error().message};
        add(std::move(node), anchor);
    }

    void addCopy(const YamlNode& named, const YAML::Mark& mark)
    {
        countNodes(nodesOf(named), lineOf(mark));
        if (m_open.size() + depthOf(named) > std::size_t(kMaxYamlDepth))
            throw Refusal{lineOf(mark), openKey(), tooDeep()};
        add(named);
    }

    void add(YamlNode node, YAML::anchor_t anchor = 0)
    {
        countNodes(1, node.line);
        if (m_foreign && anchor != 0)
            m_anchors.insert_or_assign(anchor, node);
        if (m_open.empty()) {
            m_root = std::move(node);
            return;
        }
        if (isKeyExpected())
            throw Refusal{node.line, "", "a key must be plain text"};
        Frame& frame = m_open.back();
        if (frame.hasKey)
            node.line = frame.keyLines[frame.node.keys.back()];
        frame.hasKey = false;
        frame.node.items.push_back(std::move(node));
    }

    const bool m_foreign;
    const YamlIncludes m_included;
    std::vector<Frame> m_open;
    std::map<YAML::anchor_t, YamlNode> m_anchors;
    std::size_t m_nodes = 0; // so far, aliases written out
    YamlNode m_root;
};

/// The scanner holds all tokens of a flow collection at once, about 100 bytes for each bracket: text that opens
/// thousands of them without closing any is refused before it costs memory. The exact limit is TreeBuilder's.
/// Gives the line where that happens, or nothing.
std::optional<int> lineOfTooManyBrackets(std::string_view text)
{
    constexpr int kClearlyTooMany = 1000;
    int open = 0;
    int line = 1;
    for (const char c : text) {
        if (c == '[' || c == '{')
            ++open;
        else if ((c == ']' || c == '}') && open > 0)
            --open;
        else if (c == '\n')
            ++line;
        if (open > kClearlyTooMany)
            return line;
    }
    return std::nullopt;
}

/// What to mend, in the words of the file, where the parser speaks of its own tokens.
std::string syntaxWords(const std::string& parserWords, std::string_view text, int line)
{
    constexpr std::string_view kTab = "this is not valid YAML: a tab indents this line; indent with spaces";
    for (int at = 1; at < line; ++at)
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    if (const std::string_view margin = text.substr(0, text.find_first_not_of(" \t")); margin.find('\t') != margin.npos)
        return std::string(kTab);
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kMeanings{
        {{"illegal map value",
          "a second ':' in one value, or a line that is indented unlike its neighbours or lacks its ':'"},
         {"end of sequence flow not found", "a '[' is not closed"},
         {"end of map flow not found", "a '{' is not closed"},
         {"end of sequence not found", "this line is indented unlike the items of the list above it"},
         {"end of map not found", "this line is indented unlike the keys above it"}}};
    const auto* const found =
        std::ranges::find(kMeanings, parserWords, &std::pair<std::string_view, std::string_view>::first);
    return "this is not valid YAML: " + (found == kMeanings.end() ? parserWords : std::string(found->second));
}

Result<YamlNode> parse(std::string_view text, const std::string& fileName,
                       const std::function<std::string(int)>& nameOfLine, bool foreign,
                       const YamlIncludes& included = {})
{
    const auto refuse = [&](int line, const std::string& key, const std::string& message) {
        return Error{ErrorCode::InvalidInput, message,
                     nameOfLine(line) + (key.empty() ? "" : ": " + key.substr(0, 200))};
    };
    if (text.size() > kMaxTextBytes)
        return refuse(1, "", "the text is larger than 16 MiB");
    TRY_DO(checkUtf8(text, fileName));
    if (const auto line = lineOfTooManyBrackets(text))
        return refuse(*line, "", "lists and maps are nested deeper than " + std::to_string(kMaxYamlDepth) + " levels");
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        TreeBuilder tree(foreign, included);
        if (!parser.HandleNextDocument(tree))
            return refuse(1, "", "the file is empty");
        TreeBuilder second(foreign);
        if (parser.HandleNextDocument(second))
            return refuse(1, "", "the file holds more than one YAML document");
        return tree.takeRoot();
    } catch (const Refusal& refusal) {
        return refuse(refusal.line, refusal.key, refusal.message);
    } catch (const YAML::Exception& failure) {
        const int line = failure.mark.is_null() ? 1 : lineOf(failure.mark);
        return refuse(line, "", syntaxWords(failure.msg, text, line));
    } catch (const std::exception& failure) {
        return refuse(1, "", std::string("this is not valid YAML: ") + failure.what());
    }
}

} // namespace

Result<YamlNode> parseYaml(std::string_view text, const std::string& fileName)
{
    return parse(
        text, fileName, [&](int line) { return fileName + ":" + std::to_string(line); }, false);
}

Result<YamlNode> parseForeignYaml(std::string_view text, const std::function<std::string(int)>& nameOfLine,
                                  const YamlIncludes& included)
{
    return parse(text, nameOfLine(1), nameOfLine, true, included);
}

namespace {

bool isPlain(std::string_view text)
{
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    constexpr std::string_view inside = "0123456789_.-";
    if (text.empty() || letters.find(text.front()) == std::string_view::npos)
        return false;
    for (const char c : text)
        if (letters.find(c) == std::string_view::npos && inside.find(c) == std::string_view::npos)
            return false;
    for (const std::string_view word : {"null", "true", "false", "yes", "no", "on", "off"})
        if (text == word)
            return false;
    return true;
}

} // namespace

std::string yamlScalar(std::string_view text)
{
    if (isPlain(text))
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (c == '\n') {
            quoted += "\\n";
        } else if (byte < 0x20 || byte == 0x7F) {
            std::array<char, 8> hex{};
            std::snprintf(hex.data(), hex.size(), "\\x%02X", static_cast<unsigned>(byte));
            quoted += hex.data();
        } else {
            quoted += c;
        }
    }
    return quoted + "\"";
}

} // namespace nestloom::io
